import { InlineMarkdown, Paragraphs } from './inline-markdown.tsx'
import { Section } from './section.tsx'
import { HeadingText } from './section-head.tsx'

interface AccordionSectionProps {
  /** Unique on the page. Browsers keep at most one `<details>` with this name open. */
  name: string
  heading: string
  text: string | undefined
  items: readonly { title: string; body: string; points?: readonly string[] | undefined }[]
}

/** Shows a heading, and beside it native `<details>`, which need no JavaScript. The first is initially open. */
export function AccordionSection({ name, heading, text, items }: AccordionSectionProps) {
  return (
    <Section name={name} pad="s">
      <div className="grid">
        <div className="c4 stack16">
          <HeadingText heading={heading} text={text} look="lead" />
        </div>
        <div className="c8">
          <div className="acc">
            {items.map((item, index) => (
              <details key={item.title} name={name} open={index === 0}>
                <summary>
                  <h3>{item.title}</h3>
                </summary>
                <div className="acc-body">
                  <Paragraphs text={item.body} />
                  {item.points && (
                    <ul className="acc-points">
                      {item.points.map((point) => (
                        <li key={point}>
                          <InlineMarkdown text={point} />
                        </li>
                      ))}
                    </ul>
                  )}
                </div>
              </details>
            ))}
          </div>
        </div>
      </div>
    </Section>
  )
}
