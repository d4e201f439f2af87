import { HeadingText } from './heading-text.tsx'
import { InlineMarkdown } from './inline-markdown.tsx'
import { Paragraphs } from './paragraphs.tsx'
import { Section } from './section.tsx'

interface AccordionSectionProps extends AccordionProps {
  heading: string
  text: string | undefined
}

/** Shows a section with its heading on the left and an accordion on the right. */
export function AccordionSection({ heading, text, ...accordion }: AccordionSectionProps) {
  return (
    <Section name={accordion.name}>
      <div className="grid">
        <div className="c4 stack16">
          <HeadingText heading={heading} text={text} />
        </div>
        <div className="c8">
          <Accordion {...accordion} />
        </div>
      </div>
    </Section>
  )
}

interface AccordionProps {
  /** Unique on the page. Browsers keep at most one `<details>` with this name open. */
  name: string
  items: readonly { title: string; body: string; points?: readonly string[] | undefined }[]
}

/** Shows native `<details>` elements; the first is initially open. Works without JavaScript. */
function Accordion({ name, items }: AccordionProps) {
  return (
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
  )
}
