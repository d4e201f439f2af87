import type { MenuLink, SiteView } from '../sections/site-view.ts'
import { ActionLink } from '../ui/action-link.tsx'
import { countCharacters } from '../ui/count-characters.ts'
import { Icon } from '../ui/icon.tsx'
import { Logo } from './logo.tsx'

/** Characters of the logo and the button that fit beside the menu of a phone, on one line each. */
const PHONE_CHARACTERS = 22

interface HeaderProps {
  path: string
  site: SiteView
  /** Whether to show only the logo. */
  isBare: boolean
}

/**
 * Shows the logo, the main menu (a row, or `<details>` on small screens) and one button. On small screens, the menu also
 * contains the button, which is hidden in the bar while the menu is open.
 */
export function Header({ path, site, isBare }: HeaderProps) {
  if (isBare)
    return (
      <header className="top">
        <div className="wrap top-bar">
          <Logo site={site} />
        </div>
      </header>
    )
  const { links, button } = site.navigation
  const isCrowded = button !== undefined && countCharacters(site.logo + button.label) > PHONE_CHARACTERS
  return (
    <header className={isCrowded ? 'top top-crowded' : 'top'}>
      <div className="wrap top-bar">
        <Logo site={site} />
        <nav className="top-nav" aria-label={site.labels.mainNavigation}>
          <ul>
            {links.map((link) =>
              link.links ? (
                <Submenu key={link.to} menu={link} path={path} home={site.home} />
              ) : (
                <li key={link.to}>
                  <a href={link.to} aria-current={getAriaCurrent(path, link.to, site.home)}>
                    {link.label}
                  </a>
                </li>
              ),
            )}
          </ul>
        </nav>
        <div className="top-end">
          {button && <ActionLink action={button} look="small" className="top-start" />}
          <nav className="top-small" aria-label={site.labels.mainNavigation}>
            <details className="top-menu" data-popup="">
              <summary>
                {site.labels.menu}
                <Icon name="down" />
              </summary>
              <ul className="top-list">
                {links.map((link) => (
                  <li key={link.to}>
                    <a href={link.to} aria-current={getAriaCurrent(path, link.to, site.home)}>
                      {link.label}
                    </a>
                    {link.links && (
                      <ul>
                        {link.links.map(({ label, to }) => (
                          <li key={to}>
                            <a href={to} aria-current={getAriaCurrent(path, to, site.home)}>
                              {label}
                            </a>
                          </li>
                        ))}
                      </ul>
                    )}
                  </li>
                ))}
                {button && (
                  <li>
                    <a className="btn" href={button.to} aria-current={getAriaCurrent(path, button.to, site.home)}>
                      {button.label}
                    </a>
                  </li>
                )}
              </ul>
            </details>
          </nav>
        </div>
      </div>
    </header>
  )
}

interface SubmenuProps extends Pick<HeaderProps, 'path'> {
  menu: MenuLink
  home: string
}

/** Renders a button that opens a list of links. src/client/submenus.ts handles its events. */
function Submenu({ menu: { label, to, all, links = [] }, path, home }: SubmenuProps) {
  return (
    <li className="top-sub">
      <button type="button" aria-expanded={false} aria-current={path.startsWith(to) ? 'true' : undefined}>
        {label}
        <Icon name="down" />
      </button>
      <ul className="top-panel">
        {links.map((link) => (
          <li key={link.to}>
            <a href={link.to} aria-current={getAriaCurrent(path, link.to, home)}>
              <b>{link.label}</b> {link.description && <small>{link.description}</small>}
            </a>
          </li>
        ))}
        <li>
          <a href={to} aria-current={path === to ? 'page' : undefined}>
            {all}
          </a>
        </li>
      </ul>
    </li>
  )
}

/**
 * Returns `aria-current` for a menu link: `page` if it links to the current path, `true` if the current path starts
 * with the link's path followed by `/` or `-`.
 * @param home path of the front page, below which all pages are
 */
function getAriaCurrent(path: string, to: string, home: string): 'page' | 'true' | undefined {
  if (path === to) return 'page'
  return to !== home && (path.startsWith(`${to}/`) || path.startsWith(`${to}-`)) ? 'true' : undefined
}

/**
 * Returns the state of each menu link on a page: its `aria-current` value, and whether the page is below the link's
 * path. Pages with the same states have the same header.
 */
export function getLinkStates(path: string, { navigation, home }: SiteView): string[] {
  const { button } = navigation
  const links = [...navigation.links.flatMap((link) => [link, ...(link.links ?? [])]), ...(button ? [button] : [])]
  return links.map(({ to }) => `${getAriaCurrent(path, to, home)} ${path.startsWith(to)}`)
}
