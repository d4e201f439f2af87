import type { FeatureCard } from '../../schema/blocks.ts'
import { Icon } from '../../ui/icon.tsx'
import { MiniChart } from './mini-chart.tsx'

/** A dense list for many short entries, such as perks. */
export function FeatureList({ items }: { items: FeatureCard[] }) {
  return (
    <ul className="rows c8 fl">
      {items.map((item) => (
        <li key={item.title}>
          {item.icon && <Icon name={item.icon} />}
          <h3>{item.title}</h3>
          <p className="muted">{item.description}</p>
          {item.chart && <MiniChart chart={item.chart} />}
        </li>
      ))}
    </ul>
  )
}
