import { ariaCurrent } from './aria-current.ts'

/** Marks the current page in the menus of the header, as the HTML of that page does. */
export function markCurrent(path: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.top nav a'))
    link.ariaCurrent = ariaCurrent(path, link.pathname) ?? null
  // The last link of the menu, to all solutions, is current on its own page only.
  const button = document.querySelector('.top-sub > button')
  const all = document.querySelector<HTMLAnchorElement>('.top-sub li:last-child > a')
  if (!button || !all) return
  button.ariaCurrent = path.startsWith(all.pathname) ? 'true' : null
  all.ariaCurrent = path === all.pathname ? 'page' : null
}
