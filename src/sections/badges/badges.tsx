import { Section } from '../../ui/section.tsx'
import type { SectionProps } from '../view.ts'

export default function Badges({ view }: SectionProps<'badges'>) {
  return (
    <Section name="badges" pad="s" flush>
      <h2 className="h-s">{view.heading}</h2>
      <ul className="badges-rail">
        {view.items.map((item) => (
          <li key={item.title}>
            <b>{item.title}</b> <span>{item.description}</span> {item.year && <small>{item.year}</small>}
            <i className="barcode" />
          </li>
        ))}
      </ul>
    </Section>
  )
}
