import type { FeatureCard } from '../../schema/blocks.ts'
import { Icon } from '../../ui/icon.tsx'
import { MiniChart } from './mini-chart.tsx'

/** Ruled cells, two in a row; an odd last one takes the whole row. */
export function FeatureCells({ items }: { items: FeatureCard[] }) {
  return (
    <ul className="c8 fc">
      {items.map((item) => (
        <li key={item.title} className="ruled">
          {item.icon && <Icon name={item.icon} />}
          <h3>{item.title}</h3>
          <p className="muted">{item.description}</p>
          {item.chart && <MiniChart chart={item.chart} />}
        </li>
      ))}
    </ul>
  )
}
