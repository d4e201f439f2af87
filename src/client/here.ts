/** What `aria-current` says on a menu link: this page, a page under it or named after it, or nothing. */
export function here(path: string, to: string): 'page' | 'true' | undefined {
  if (path === to) return 'page'
  return to !== '/' && (path.startsWith(`${to}/`) || path.startsWith(`${to}-`)) ? 'true' : undefined
}
