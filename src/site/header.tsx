import { getAriaCurrent } from '../client/mark-current.ts'
import type { SiteView } from '../sections/site-view.ts'
import { ActionLink } from '../ui/action-link.tsx'
import { Icon } from '../ui/icon.tsx'
import { Logo } from './logo.tsx'

interface HeaderProps {
  path: string
  site: SiteView
}

/** Shows the logo, the main menu (a row, or `<details>` on small screens) and one button. */
export function Header({ path, site }: HeaderProps) {
  const { links, button } = site.navigation
  return (
    <header className="top">
      <div className="wrap top-bar">
        <Logo site={site} />
        <nav className="top-nav" aria-label={site.labels.mainNavigation}>
          <ul>
            {links.map((link) =>
              'solutions' in link ? (
                <SolutionsMenu key={link.to} link={link} path={path} solutions={site.solutions} />
              ) : (
                <li key={link.to}>
                  <a href={link.to} aria-current={getAriaCurrent(path, link.to)}>
                    {link.label}
                  </a>
                </li>
              ),
            )}
          </ul>
        </nav>
        <ActionLink action={button} look="small" className="top-start" />
        <nav className="top-small" aria-label={site.labels.mainNavigation}>
          <details className="top-menu" data-popup="">
            <summary>
              {site.labels.menu}
              <Icon name="down" />
            </summary>
            <ul className="top-list">
              {links.map((link) => (
                <li key={link.to}>
                  <a href={link.to} aria-current={getAriaCurrent(path, link.to)}>
                    {link.label}
                  </a>
                  {'solutions' in link && (
                    <ul>
                      {site.solutions.map((solution) => (
                        <li key={solution.to}>
                          <a href={solution.to} aria-current={getAriaCurrent(path, solution.to)}>
                            {solution.label}
                          </a>
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
              <li>
                <a className="btn" href={button.to} aria-current={getAriaCurrent(path, button.to)}>
                  {button.label}
                </a>
              </li>
            </ul>
          </details>
        </nav>
      </div>
    </header>
  )
}

interface SolutionsMenuProps {
  link: { label: string; to: string; all: string }
  path: string
  solutions: SiteView['solutions']
}

/** Renders a button that opens the list of solutions. src/client/solutions-menu.ts handles its events. */
function SolutionsMenu({ link, path, solutions }: SolutionsMenuProps) {
  return (
    <li className="top-sub">
      <button
        type="button"
        aria-expanded={false}
        aria-controls="solutions-menu"
        aria-current={path.startsWith(link.to) ? 'true' : undefined}
      >
        {link.label}
        <Icon name="down" />
      </button>
      <ul id="solutions-menu" className="top-panel">
        {solutions.map((solution) => (
          <li key={solution.to}>
            <a href={solution.to} aria-current={getAriaCurrent(path, solution.to)}>
              <b>{solution.label}</b> <small>{solution.description}</small>
            </a>
          </li>
        ))}
        <li>
          <a href={link.to} aria-current={path === link.to ? 'page' : undefined}>
            {link.all}
          </a>
        </li>
      </ul>
    </li>
  )
}

/**
 * Returns the state of each menu link on a page: its `aria-current` value, and whether the page is below the link's
 * path. Pages with the same states have the same header.
 */
export function getLinkStates(path: string, { navigation, solutions }: SiteView): string[] {
  const links = [...navigation.links, navigation.button, ...solutions]
  return links.map(({ to }) => `${getAriaCurrent(path, to)} ${path.startsWith(to)}`)
}
