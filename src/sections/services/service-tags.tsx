import type { ServiceCard } from '../../content/view.ts'
import { Icon } from '../../ui/icon.tsx'

/** Services as shelf labels: the product above, what it moves on the strip below. */
export function ServiceTags({ services }: { services: ServiceCard[] }) {
  return (
    <ul className="c9 st">
      {services.map((service) => (
        <li key={service.path}>
          <Icon name={service.icon} />
          <h4>
            <a href={service.path}>{service.title}</a>
          </h4>
          <p className="muted">{service.description}</p>
          <p className="st-strip arrow">{service.valueProposition}</p>
        </li>
      ))}
    </ul>
  )
}
