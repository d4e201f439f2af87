import { Section } from '../../ui/section.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import type { SectionProps } from '../view.ts'
import { ServiceLedger } from './service-ledger.tsx'
import { ServiceTags } from './service-tags.tsx'

/** All services by group: as ledger lines, or as shelf labels where they are the page. */
export default function Services({ view }: SectionProps<'services'>) {
  const List = view.look === 'ledger' ? ServiceLedger : ServiceTags
  return (
    <Section name={`services services-${view.look}`} pad="s">
      <SectionHead heading={view.heading} text={view.text} more={view.more} />
      {view.groups.map((group) => (
        <div key={group.id} className="grid services-group">
          <div className="c3">
            <h3 className="h-s">{group.title}</h3>
            <p className="label">{group.text}</p>
          </div>
          <List services={group.services} />
        </div>
      ))}
    </Section>
  )
}
