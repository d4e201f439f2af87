import type { FeatureCard } from '../../schema/blocks.ts'
import { MiniChart } from './mini-chart.tsx'

/** One line a feature: the title left, the description right, its drawing or its proof at the end. Ruled rows carry no icons: they would all look alike. */
export function FeatureRows({ items }: { items: FeatureCard[] }) {
  return (
    <ul className="rows fr">
      {items.map(({ title, description, chart, proof }) => (
        <li key={title} className="grid">
          <h3 className={chart || proof ? 'c4' : 'c5'}>{title}</h3>
          <p className={chart || proof ? 'c4' : 'c7'}>{description}</p>
          {chart && (
            <div className="c4">
              <MiniChart chart={chart} />
            </div>
          )}
          {proof && (
            <div className="c4">
              <p className="fr-proof">
                <b className="num">{proof.figure}</b> {proof.text}
              </p>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
