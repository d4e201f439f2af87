import { Icon } from '../../ui/icon.tsx'
import type { ServiceCard } from '../view.ts'

/** Services on their shelf: the product stands on the board, what it moves is on the label at its edge. */
export function ServiceTags({ services }: { services: ServiceCard[] }) {
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
