import { InlineMarkdown } from './inline-markdown.tsx'
import { Paragraphs } from './paragraphs.tsx'

interface AccordionProps {
  /** Shared by its items and unique on the page: the browser keeps one of them open. */
  name: string
  items: readonly { title: string; body: string; points?: readonly string[] | undefined }[]
}

/** Native details, the first one open: at most one is open at a time, and it works without scripting. */
export function Accordion({ name, items }: AccordionProps) {
  return (
    <div className="acc">
      {items.map((item, place) => (
        <details key={item.title} name={name} open={place === 0}>
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
