import { ColumnHeads } from '../../ui/column-heads.tsx'
import { Section } from '../../ui/section.tsx'
import { HeadingText } from '../../ui/section-head.tsx'
import type { SectionProps } from '../view.ts'

/** Shows before and after values on a dark band: one metric per line, with the later value in bolder type. */
export default function Results({ view }: SectionProps<'results'>) {
  return (
    <Section name="results" night>
      <div className="grid">
        <div className="c4 stack16 ba-head">
          <HeadingText heading={view.heading} text={view.text} />
        </div>
        {/* The table needs no tabindex: it scrolls only with large text on phones, where all browsers except Safari
            make it focusable. */}
        <div className="c8 ba-fit">
          <table className="ba">
            <ColumnHeads names={view.columns} />
            <tbody>
              {view.rows.map((row) => (
                <tr key={row.label}>
                  <th scope="row">{row.label}</th>
                  {view.columns.length > 2 && <td className="num ba-before">{row.before}</td>}
                  <td className="num">{row.after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Section>
  )
}
