import { Section } from '../../ui/section.tsx'
import { Day } from '../day.tsx'
import type { SectionProps } from '../view.ts'
import { ProseBody, TableOfContents } from './prose-body.tsx'

/** Shows a page of long text, such as the privacy notice: date of the last change, table of contents and text. */
export default function Prose({ view, site }: SectionProps<'prose'>) {
  const { heading, updated, headings, body } = view
  const { labels } = site
  return (
    <Section name="text" pad="s">
      <div className="grid">
        <h1 className="c9">{heading}</h1>
        <p className="c12 meta ruled">
          {labels.updated} <Day day={updated} />
        </p>
        {headings.length > 1 && <TableOfContents headings={headings} label={labels.contents} />}
        <div className="c8 prose-col">
          <ProseBody html={body} />
        </div>
      </div>
    </Section>
  )
}
