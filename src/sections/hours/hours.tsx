import { Fragment } from 'react'
import { formatPhoneLink } from '../../schema/phone-link.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { InlineParagraph } from '../../ui/inline-markdown.tsx'
import { Photo } from '../../ui/photo.tsx'
import { TextWithEmailLinks } from '../../ui/running-text.tsx'
import { Section } from '../../ui/section.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import type { SectionProps } from '../view.ts'

export default function Hours({ view: { id, heading, text, places, page }, site }: SectionProps<'hours'>) {
  const Name = page ? 'h1' : 'h3'
  const sizes = places.length > 1 ? '(min-width: 48rem) 50vw, 100vw' : '(min-width: 82rem) 1240px, 100vw'
  return (
    <Section name="hours" id={id} pad={page ? 's' : 'l'}>
      {page?.parent && <Breadcrumb back={page.parent} current={heading} label={site.labels.breadcrumb} />}
      {!page && <SectionHead heading={heading} text={text} />}
      <ul className="hours-places">
        {places.map(({ name, path, photo, address, phone, email, map, days, times, zone, note }) => (
          <li key={name}>
            {photo && <Photo srcset={photo.image} alt={photo.alt} sizes={sizes} isFirst={page !== undefined} />}
            <div>
              <Name>{path && !page ? <a href={path}>{name}</a> : name}</Name>
              <address>
                {address.map((line) => (
                  <Fragment key={line}>
                    <span>{line}</span>{' '}
                  </Fragment>
                ))}
                {phone && <a href={formatPhoneLink(phone)}>{phone}</a>} {email && <TextWithEmailLinks text={email} />}{' '}
                {map && <a href={map}>{site.labels.map}</a>}
              </address>
            </div>
            <div>
              {times && <p className="hours-now" data-times={JSON.stringify(times)} />}
              {days.length > 0 && (
                <dl className="hours-days">
                  {days.map((line) => (
                    <div key={line.days}>
                      <dt>
                        {line.label && <span className="hours-label">{line.label} </span>}
                        {line.days}
                      </dt>{' '}
                      <dd className="num">{line.open}</dd>
                    </div>
                  ))}
                </dl>
              )}
              {zone && <p className="meta">{zone}</p>}
              {note && <InlineParagraph className="meta" text={note} />}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
