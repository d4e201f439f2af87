/** Returns the `aria-current` of a menu link: `page` on its page, `true` if the path continues with `/` or `-`. */
export function ariaCurrent(path: string, to: string): 'page' | 'true' | undefined {
  if (path === to) return 'page'
  return to !== '/' && (path.startsWith(`${to}/`) || path.startsWith(`${to}-`)) ? 'true' : undefined
}
