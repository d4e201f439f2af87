import { InlineMarkdown } from './inline-markdown.tsx'
import { Paragraphs } from './paragraphs.tsx'

interface AccordionProps {
  /** Shared by its items and unique on the page: the browser keeps one of them open. */
  name: string
  items: readonly { title: string; body: string; points?: readonly string[] | undefined }[]
  /** Place of the item that is open at first. */
  open?: number
}

/** Native details: one open at a time, the open one can be closed, and it works without scripting. */
export function Accordion({ name, items, open }: AccordionProps) {
  return (
    <div className="acc">
      {items.map((item, place) => (
        <details key={item.title} name={name} open={place === open}>
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
