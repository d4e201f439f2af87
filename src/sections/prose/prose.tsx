import { Section } from '../../ui/section.tsx'
import { Day } from '../day.tsx'
import type { SectionProps } from '../section-props.ts'
import { ProseBody } from './prose-body.tsx'

/** A page of long text, such as the privacy notice. */
export default function Prose({ view, site }: SectionProps<'prose'>) {
  return (
    <Section name="text" pad="s">
      <div className="grid">
        <h1 className="c9">{view.heading}</h1>
        <p className="c12 meta ruled">
          {site.labels.updated} <Day date={view.updated} language={site.language} />
        </p>
        <div className="c8 prose-col">
          <ProseBody html={view.body} />
        </div>
      </div>
    </Section>
  )
}
