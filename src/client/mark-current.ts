import { here } from './here.ts'

/** Marks in the menus of the header where the visitor is, as the document of that page does. */
export function markCurrent(path: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.top nav a'))
    link.ariaCurrent = here(path, link.pathname) ?? null
  // The last link of the list behind it: all solutions. That one is current on its own page only.
  const button = document.querySelector('.top-sub > button')
  const all = document.querySelector<HTMLAnchorElement>('.top-sub li:last-child > a')
  if (!button || !all) return
  button.ariaCurrent = path.startsWith(all.pathname) ? 'true' : null
  all.ariaCurrent = path === all.pathname ? 'page' : null
}
