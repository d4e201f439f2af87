import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import type { ServiceCard } from '../entry-views.ts'
import type { SectionProps } from '../view.ts'

/** Shows all services by group, as ledger lines or, on the services page, as shelf labels. */
export default function Services({ view }: SectionProps<'services'>) {
  const List = view.look === 'ledger' ? ServiceLedger : ServiceTags
  return (
    <Section name={`services services-${view.look}`} pad="s" band={view.look === 'ledger'}>
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

function ServiceLedger({ services }: { services: ServiceCard[] }) {
  return (
    <ul className="rows c9 sl">
      {services.map((service) => (
        <li key={service.path}>
          <a className="arrow" href={service.path}>
            <b>{service.title}</b> <span>{service.description}</span>{' '}
            {service.valueProposition && <i>{service.valueProposition}</i>}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Shows services on a shelf, with each value proposition, if there is one, on the label at the edge of the shelf. */
function ServiceTags({ services }: { services: ServiceCard[] }) {
  return (
    <ul className="c9 st">
      {services.map((service) => (
        <li key={service.path}>
          <h4>
            <a href={service.path}>{service.title}</a>
          </h4>
          <p className="muted">{service.description}</p>
          <p className="st-strip arrow">
            <Icon name={service.icon} />
            {service.valueProposition}
          </p>
        </li>
      ))}
    </ul>
  )
}
