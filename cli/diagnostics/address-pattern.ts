/** Reports whether a path equals a pattern, or begins with what stands before the `*` at its end. */
export function matchesPattern(page: string, pattern: string): boolean {
  return pattern.endsWith('*') ? page.startsWith(pattern.slice(0, -1)) : page === pattern
}
