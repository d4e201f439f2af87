import type { ServiceCard } from '../view.ts'

/** Services as lines: name, what it does, what it moves. */
export function ServiceLedger({ services }: { services: ServiceCard[] }) {
  return (
    <ul className="rows c9 sl">
      {services.map((service) => (
        <li key={service.path}>
          <a className="arrow" href={service.path}>
            <b>{service.title}</b> <span>{service.description}</span> <i>{service.valueProposition}</i>
          </a>
        </li>
      ))}
    </ul>
  )
}
