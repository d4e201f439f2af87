import { Icon } from '../../ui/icon.tsx'
import { PhotoCover } from '../../ui/photo.tsx'
import { Section } from '../../ui/section.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { COVER_SIZES, getWallClass } from '../articles/articles.tsx'
import type { ServiceCard } from '../entry-views.ts'
import type { SiteView } from '../site-view.ts'
import type { SectionProps } from '../view.ts'

/** Shows all services by group, as ledger lines or as cards: those with photos as photos, others as shelf labels. */
export default function Services({ view, site }: SectionProps<'services'>) {
  const hasPhotos = view.groups.every(({ services }) => services.every(({ photo }) => photo))
  const Cards = hasPhotos ? ServicePhotos : ServiceTags
  const List = view.look === 'ledger' ? ServiceLedger : Cards
  return (
    <Section name={`services services-${view.look}`} pad="s" band={view.look === 'ledger'}>
      <SectionHead heading={view.heading} text={view.text} more={view.more} />
      {view.groups.map((group) => (
        <div key={group.id} className="grid services-group">
          {group.title && (
            <div className="c3">
              <h3 className="h-s">{group.title}</h3>
              {group.text && <p className="label">{group.text}</p>}
            </div>
          )}
          <List services={group.services} isTitled={group.title !== undefined} labels={site.labels} />
        </div>
      ))}
    </Section>
  )
}

interface ListProps {
  services: ServiceCard[]
  /** Whether the title of the group is beside the list. */
  isTitled: boolean
  labels: SiteView['labels']
}

function ServiceLedger({ services, isTitled }: ListProps) {
  return (
    <ul className={isTitled ? 'rows c9 sl' : 'rows c12 sl'}>
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

function ServicePhotos({ services, isTitled, labels }: ListProps) {
  return (
    <ul className={isTitled ? 'c9 grid ac-wall' : 'c12 grid ac-wall'}>
      {services.map(({ path, title, description, photo }, index) => (
        <li key={path} className={`ac ${getWallClass(index, services.length, true)}`}>
          {photo && <PhotoCover photo={photo} sizes={COVER_SIZES} />}
          <div className="ac-t">
            <h3 aria-level={isTitled ? 4 : undefined}>{title}</h3>
            <p className="muted">{description}</p>
            <a className="more arrow" href={path}>
              {labels.learnMore}
              <span className="visually-hidden"> {title}</span>
            </a>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Shows services on a shelf, with each value proposition, if there is one, on the label at the edge of the shelf. */
function ServiceTags({ services, isTitled }: ListProps) {
  return (
    <ul className={isTitled ? 'c9 st' : 'c12 st'}>
      {services.map((service) => (
        <li key={service.path}>
          <h4 aria-level={isTitled ? undefined : 3}>
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
