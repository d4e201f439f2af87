import { parseYaml } from '../content/source.ts'

/**
 * The text of `redirects.yaml`, a map from old addresses to new ones, after a page has moved. Addresses that led to
 * the old one lead to the new one already: they are links, which are changed as all others.
 */
export function withRedirect(text: string, from: string, to: string): string {
  const { source } = parseYaml('redirects.yaml', text, text, 0)
  const known = (source.data ?? {}) as Record<string, unknown>
  let kept = text
  // There is a page again, which a redirect would hide.
  if (to in known) {
    const [start, end] = [source.range([to], 'key')[0], source.range([to])[1]]
    const line = text.lastIndexOf('\n', start - 1) + 1
    const next = text.indexOf('\n', end) + 1 || text.length
    kept = text.slice(0, line) + text.slice(next)
  }
  if (from in known) return kept
  const ends = kept === '' || kept.endsWith('\n')
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  return `${kept}${ends ? '' : lineEnd}${from}: ${to}${lineEnd}`
}
