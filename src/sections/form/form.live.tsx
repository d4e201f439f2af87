import { LiveForm } from '../../forms/live-form.tsx'
import { RunningText } from '../../ui/running-text.tsx'
import { Section } from '../../ui/section.tsx'
import type { SectionProps } from '../view.ts'
import { NextSteps } from './next-steps.tsx'

/** A form and, beside it, a quiet account of what happens after it is sent. */
export default function Form({ view, site }: SectionProps<'form'>) {
  const { id, heading, text, form, aside } = view
  return (
    <Section name="form" id={id} pad="s">
      <div className="grid form-in">
        <div className="c7 stack32">
          <div className="stack16">
            <h2>{heading}</h2>
            {text && (
              <p className="lead">
                <RunningText text={text} />
              </p>
            )}
          </div>
          <LiveForm contract={form} relay={site.relay} labels={site.labels} />
        </div>
        {aside && <NextSteps {...aside} />}
      </div>
    </Section>
  )
}
