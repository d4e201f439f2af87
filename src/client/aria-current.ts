/**
 * Returns `aria-current` for a menu link: `page` on the linked page, `true` if the current path extends it with `/` or
 * `-`.
 */
export function getAriaCurrent(path: string, to: string): 'page' | 'true' | undefined {
  if (path === to) return 'page'
  return to !== '/' && (path.startsWith(`${to}/`) || path.startsWith(`${to}-`)) ? 'true' : undefined
}
