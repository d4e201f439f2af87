import { InlineMarkdown } from '../../ui/inline-markdown.tsx'
import { Section } from '../../ui/section.tsx'
import type { SectionProps } from '../view.ts'

/** Before and after as a statement on the night band: one measure a line, the later figure heavier. */
export default function Results({ view }: SectionProps<'results'>) {
  const [measure, ...figures] = view.columns
  return (
    <Section name="results" night>
      <div className="grid">
        <div className="c4 stack16 ba-head">
          <h2>{view.heading}</h2>
          {view.text && (
            <p className="muted">
              <InlineMarkdown text={view.text} />
            </p>
          )}
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: large text on a phone makes it scroll, and by keyboard too */}
        <section className="c8 ba-fit" tabIndex={0} aria-label={view.heading}>
          <table className="ba">
            <thead>
              <tr>
                <th scope="col">{measure}</th>
                {figures.map((figure) => (
                  <th key={figure} scope="col">
                    {figure}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {view.rows.map((row) => (
                <tr key={row.label}>
                  <th scope="row">{row.label}</th>
                  {figures.length > 1 && <td className="num ba-before">{row.before}</td>}
                  <td className="num">{row.after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </Section>
  )
}
