import { LiveForm } from '../../forms/live-form.tsx'
import { RunningText } from '../../ui/running-text.tsx'
import { Section } from '../../ui/section.tsx'
import type { SectionProps, ViewOf } from '../view.ts'

/** Shows a form and, beside it, the steps that follow once the form is sent. */
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

/** Shows the next steps, which stay in view while the visitor fills in the form. */
function NextSteps({ heading, steps }: NonNullable<ViewOf<'form'>['aside']>) {
  return (
    <aside className="c4 from9 form-next" aria-label={heading}>
      <div className="form-next-in">
        <h2 className="h-s">{heading}</h2>
        <ol className="rows">
          {steps.map(({ when, what }) => (
            <li key={when}>
              <b className="num">
                <RunningText text={when} />
              </b>{' '}
              <span className="muted">
                <RunningText text={what} />
              </span>
            </li>
          ))}
        </ol>
      </div>
    </aside>
  )
}
