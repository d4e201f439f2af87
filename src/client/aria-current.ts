/**
 * Returns `aria-current` for a menu link: `page` if it links to the current path, `true` if the current path starts
 * with the link's path followed by `/` or `-`.
 */
export function getAriaCurrent(path: string, to: string): 'page' | 'true' | undefined {
  if (path === to) return 'page'
  return to !== '/' && (path.startsWith(`${to}/`) || path.startsWith(`${to}-`)) ? 'true' : undefined
}
