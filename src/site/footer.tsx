import { PHONE_NUMBER } from '../schema/phone-link.ts'
import type { SiteView } from '../sections/site-view.ts'
import { Logo } from './logo.tsx'

/** Characters of an email address that fit in a column. */
const SHORT_EMAIL = 24

/** Keeps a phone number on one line, and breaks a long email address at its `@` and dots rather than within a word. */
function formatContact(text: string, to = '') {
  if (to.startsWith('tel:'))
    return text.split(PHONE_NUMBER).map((part, index) => (index % 2 ? <bdi key={part}>{part}</bdi> : part))
  const isLong = text.includes('@') && text.length > SHORT_EMAIL
  return isLong ? text.split(/(?<=@)|(?=\.)/).map((part) => [<wbr key={part} />, part]) : text
}

/** @param isBare whether to show only the last line */
export function Footer({ site, isBare }: { site: SiteView; isBare: boolean }) {
  const { text, columns, legal, links } = site.footer
  return (
    <footer className="foot night">
      <div className="wrap">
        {!isBare && (
          <div className={columns.length % 2 ? 'foot-cols' : 'foot-cols foot-even'}>
            <div className={site.email.length > SHORT_EMAIL ? 'foot-name foot-wide' : 'foot-name'}>
              <Logo site={site} />
              <p className="muted">{text}</p>
              <p>
                <a href={`mailto:${site.email}`}>{formatContact(site.email)}</a>
              </p>
            </div>
            {columns.map((column) => (
              <nav key={column.title} aria-label={column.title}>
                <h2>{column.title}</h2>
                <ul>
                  {column.links.map((link) => (
                    <li key={link.label}>
                      <a href={link.to}>{formatContact(link.label, link.to)}</a>
                    </li>
                  ))}
                </ul>
              </nav>
            ))}
          </div>
        )}
        <div className="foot-legal">
          <p>{legal}</p>
          <ul>
            {links.map((link) => (
              <li key={link.to}>
                <a href={link.to}>{link.label}</a>
              </li>
            ))}
            {site.measurement.some(({ ask }) => ask) && (
              <li className="foot-consent" hidden>
                <button type="button">{site.labels.measurementChoice}</button>
              </li>
            )}
          </ul>
        </div>
      </div>
    </footer>
  )
}
