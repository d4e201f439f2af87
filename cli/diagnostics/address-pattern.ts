/** Reports whether a path matches a pattern, which may contain one `*`. */
export function matchesPattern(page: string, pattern: string): boolean {
  const [start = '', end] = pattern.split('*')
  if (end === undefined) return page === pattern
  return page.length >= start.length + end.length && page.startsWith(start) && page.endsWith(end)
}
