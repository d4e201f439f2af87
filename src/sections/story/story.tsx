import { Actions } from '../../ui/action-link.tsx'
import { Paragraphs } from '../../ui/inline-markdown.tsx'
import { Section } from '../../ui/section.tsx'
import { QuoteBlock } from '../quote/quote.tsx'
import type { SectionProps } from '../view.ts'

/** Shows a client's story on the left and the results on the right. Highlights the first result. */
export default function Story({ view, site }: SectionProps<'story'>) {
  const { heading, text, testimonial, caption, results, actions } = view
  return (
    <Section name="story" pad="s" flush>
      <div className="case grid">
        <div className="c7 stack24">
          {heading && <h2>{heading}</h2>}
          {text && <Paragraphs text={text} className="muted" />}
          {testimonial && <QuoteBlock testimonial={testimonial} site={site} large={!heading} />}
          <Actions actions={actions} first="solid" />
        </div>
        <table className="c5 res">
          <caption>{caption}</caption>
          <tbody>
            {results.map(({ label, value }, index) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="num">{index === 0 ? <mark>{value}</mark> : value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
