/**
 * Returns `aria-current` for a menu link: `page` if it links to the current path, `true` if the current path starts
 * with the link's path followed by `/` or `-`.
 */
export function getAriaCurrent(path: string, to: string): 'page' | 'true' | undefined {
  if (path === to) return 'page'
  return to !== '/' && (path.startsWith(`${to}/`) || path.startsWith(`${to}-`)) ? 'true' : undefined
}

/** Marks the current page in the header's menus, as the server-rendered HTML of that page does. */
export function markCurrentLinks(path: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.top nav a'))
    link.ariaCurrent = getAriaCurrent(path, link.pathname) ?? null
  // The last link in the menu opens the page that lists all solutions and is marked only on that page. The menu button
  // is marked on that page and on all pages below it.
  const button = document.querySelector('.top-sub > button')
  const all = document.querySelector<HTMLAnchorElement>('.top-sub li:last-child > a')
  if (!button || !all) return
  button.ariaCurrent = path.startsWith(all.pathname) ? 'true' : null
  all.ariaCurrent = path === all.pathname ? 'page' : null
}
