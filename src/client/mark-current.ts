const MENU_LINKS = '.top nav a, .top-sub button'

/** Returns the `aria-current` of each link and button in the header's menus. */
export function readCurrentLinks(document: Document): (string | null)[] {
  return [...document.querySelectorAll(MENU_LINKS)].map((link) => link.ariaCurrent)
}

/** Marks the current page in the header's menus. @param current as in the page's own document */
export function markCurrentLinks(current: ReturnType<typeof readCurrentLinks> = []): void {
  for (const [index, link] of document.querySelectorAll(MENU_LINKS).entries()) link.ariaCurrent = current[index] ?? null
}
