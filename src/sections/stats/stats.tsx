import { InlineParagraph } from '../../ui/inline-markdown.tsx'
import { Section } from '../../ui/section.tsx'
import type { SectionProps } from '../view.ts'
import { Glyph } from './glyph.tsx'

/** Shows statistics. The HTML contains the final figures; a script counts up to each in `data-count` milliseconds. */
export default function Stats({ view, site }: SectionProps<'stats'>) {
  return (
    <Section name="stats">
      <div className="grid">
        <div className="c3 stack8">
          <h2 className="h-s">{view.heading}</h2>
          {view.text && <InlineParagraph className="muted" text={view.text} />}
        </div>
        <ul className="rows c9 stats-lines" data-step={150}>
          {view.items.map((item) => (
            <li key={item.label}>
              <b className="stats-figure num" data-count={item.duration}>
                {item.text}
              </b>
              <p>
                <strong>{item.label}</strong> {item.note && <span>{item.note}</span>}
              </p>
              <Glyph {...item} drawings={site.theme.drawings} />
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}
