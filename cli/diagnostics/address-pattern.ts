/** Reports whether a path matches a pattern, which may end in `*`. */
export function matchesPattern(page: string, pattern: string): boolean {
  return pattern.endsWith('*') ? page.startsWith(pattern.slice(0, -1)) : page === pattern
}
