/** Returns the `aria-current` of a menu link: `page` on its page, `true` on pages below it or named after it. */
export function here(path: string, to: string): 'page' | 'true' | undefined {
  if (path === to) return 'page'
  return to !== '/' && (path.startsWith(`${to}/`) || path.startsWith(`${to}-`)) ? 'true' : undefined
}
