import type { SiteView } from '../sections/site-view.ts'
import { Logo } from './logo.tsx'

/** @param isBare whether to show only the last line */
export function Footer({ site, isBare }: { site: SiteView; isBare: boolean }) {
  const { text, columns, legal, links } = site.footer
  return (
    <footer className="foot night">
      <div className="wrap">
        {!isBare && (
          <div className="foot-cols">
            <div className="foot-name">
              <Logo site={site} />
              <p className="muted">{text}</p>
              <p>
                <a href={`mailto:${site.email}`}>{site.email}</a>
              </p>
            </div>
            {columns.map((column) => (
              <nav key={column.title} aria-label={column.title}>
                <h2>{column.title}</h2>
                <ul>
                  {column.links.map((link) => (
                    <li key={link.label}>
                      {/* `bdi` keeps a phone number on one line. */}
                      <a href={link.to}>{link.to.startsWith('tel:') ? <bdi>{link.label}</bdi> : link.label}</a>
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
