import { ActionLink } from '../../ui/action-link.tsx'
import { Section } from '../../ui/section.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import type { SectionProps } from '../view.ts'

/** Shows plans side by side, each with its service, price and coverage. */
export default function Pricing({ view }: SectionProps<'pricing'>) {
  return (
    <Section name="pricing" id={view.id} pad="s">
      <SectionHead heading={view.heading} text={view.text} />
      <ul className="grid pricing-plans">
        {view.items.map((item) => (
          <li key={item.service} className="c4 stack16 ruled">
            <h3>
              <a className="arrow" href={item.card.path}>
                {item.card.title}
              </a>
            </h3>
            <p>
              <b className="pricing-price num">{item.price}</b> {item.per}
            </p>
            <ul className="rows">
              {item.includes.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <ActionLink action={view.action} look="tag" arrow />
    </Section>
  )
}
