import type { FeatureCard } from '../../content/blocks.ts'
import { Icon } from '../../ui/icon.tsx'

/** One line a feature: icon and title left, the description right. */
export function FeatureRows({ items }: { items: FeatureCard[] }) {
  return (
    <ul className="rows fr">
      {items.map((item) => (
        <li key={item.title} className="grid">
          <h3 className="c5">
            {item.icon && <Icon name={item.icon} />}
            {item.title}
          </h3>
          <p className="c7">{item.description}</p>
        </li>
      ))}
    </ul>
  )
}
