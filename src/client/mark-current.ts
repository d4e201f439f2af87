/**
 * Returns `aria-current` for a menu link: `page` if it links to the current path, `true` if the current path starts
 * with the link's path followed by `/` or `-`.
 * @param home path of the front page, below which all pages are
 */
export function getAriaCurrent(path: string, to: string, home: string): 'page' | 'true' | undefined {
  if (path === to) return 'page'
  return to !== home && (path.startsWith(`${to}/`) || path.startsWith(`${to}-`)) ? 'true' : undefined
}

/** Marks the current page in the header's menus, as the server-rendered HTML of that page does. */
export function markCurrentLinks(path: string): void {
  const home = document.querySelector<HTMLAnchorElement>('.top .logo')?.pathname ?? '/'
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.top nav a'))
    link.ariaCurrent = getAriaCurrent(path, link.pathname, home) ?? null
  // The last link in a submenu opens the page that lists all entries and is marked only on that page. The submenu's
  // button is marked on that page and on all pages below it.
  for (const submenu of document.querySelectorAll('.top-sub')) {
    const button = submenu.querySelector('button')
    const all = submenu.querySelector<HTMLAnchorElement>('li:last-child > a')
    if (!button || !all) continue
    button.ariaCurrent = path.startsWith(all.pathname) ? 'true' : null
    all.ariaCurrent = path === all.pathname ? 'page' : null
  }
}
