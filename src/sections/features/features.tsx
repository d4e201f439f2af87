import type { ComponentType } from 'react'
import type { FeatureCard } from '../../schema/blocks.ts'
import { Section } from '../../ui/section.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import type { SectionProps, ViewOf } from '../view.ts'
import { FeatureCells } from './feature-cells.tsx'
import { FeatureList } from './feature-list.tsx'
import { FeatureRows } from './feature-rows.tsx'

type Beside = Exclude<ViewOf<'features'>['look'], 'rows'>

const beside: Record<Beside, ComponentType<{ items: FeatureCard[] }>> = {
  cards: FeatureCells,
  list: FeatureList,
}

/** Benefits or deliverables: ruled rows under a heading, or cells or a list beside it. */
export default function Features({ view }: SectionProps<'features'>) {
  const { id, look, heading, text, items } = view
  if (look === 'rows')
    return (
      <Section name="features" id={id} pad="s">
        <SectionHead heading={heading} text={text} />
        <FeatureRows items={items} />
      </Section>
    )
  const Items = beside[look]
  return (
    <Section name="features" id={id} pad="s">
      <div className="grid">
        <div className="c4 stack16">
          <h2>{heading}</h2>
          {text && <p className="muted">{text}</p>}
        </div>
        <Items items={items} />
      </div>
    </Section>
  )
}
