import type { FeatureCard } from '../../schema/blocks.ts'
import { Icon } from '../../ui/icon.tsx'
import { InlineParagraph } from '../../ui/inline-markdown.tsx'
import { Section } from '../../ui/section.tsx'
import { HeadingText, SectionHead } from '../../ui/section-head.tsx'
import type { SectionProps } from '../view.ts'
import { MiniChart } from './mini-chart.tsx'

/** Shows benefits or deliverables, either as ruled rows below a heading, or as cells or a list beside it. */
export default function Features({ view }: SectionProps<'features'>) {
  const { id, look, heading, text, items } = view
  return (
    <Section name="features" id={id} pad="s">
      {look === 'rows' ? (
        <>
          <SectionHead heading={heading} text={text} />
          <FeatureRows items={items} />
        </>
      ) : (
        <div className="grid">
          <div className="c4 stack16">
            <HeadingText heading={heading} text={text} />
          </div>
          <FeatureList cells={look === 'cards'} items={items} />
        </div>
      )}
    </Section>
  )
}

function FeatureRows({ items }: { items: FeatureCard[] }) {
  return (
    <ul className="rows fr">
      {items.map(({ title, description, chart, proof }) => (
        <li key={title} className="grid">
          <h3 className={chart || proof ? 'c4' : 'c5'}>{title}</h3>
          <InlineParagraph className={chart || proof ? 'c4' : 'c7'} text={description} />
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

/** Shows features in ruled cells, two per row, or as a dense list of short entries, such as perks. */
function FeatureList({ cells, items }: { cells: boolean; items: FeatureCard[] }) {
  return (
    <ul className={cells ? 'c8 fc' : 'rows c8 fl'}>
      {items.map((item) => (
        <li key={item.title} className={cells ? 'ruled' : undefined}>
          {item.icon && <Icon name={item.icon} />}
          <h3>{item.title}</h3>
          <InlineParagraph className="muted" text={item.description} />
          {item.chart && <MiniChart chart={item.chart} />}
        </li>
      ))}
    </ul>
  )
}
