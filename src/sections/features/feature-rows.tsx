import type { FeatureCard } from '../../content/blocks.ts'

/** One line a feature: the title left, the description right. Ruled rows carry no icons: they would all look alike. */
export function FeatureRows({ items }: { items: FeatureCard[] }) {
  return (
    <ul className="rows fr">
      {items.map((item) => (
        <li key={item.title} className="grid">
          <h3 className="c5">{item.title}</h3>
          <p className="c7">{item.description}</p>
        </li>
      ))}
    </ul>
  )
}
