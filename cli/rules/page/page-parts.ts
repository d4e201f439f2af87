/**
 * Splits a page into its head, its `main` element and the rest of its body. Many pages share the rest, so results for
 * it can be cached.
 */
export function splitPageHtml(html: string): { head: string; around: string; main: string } {
  const [body, main, end] = [html.indexOf('<body>'), html.indexOf('<main'), html.lastIndexOf('</main>')]
  if (body < 0 || main < 0 || end < 0) return { head: '', around: '', main: html }
  const data = html.indexOf('<script id="page"', end)
  const [before, after] = [html.slice(body, main), html.slice(end, data < 0 ? undefined : data)]
  const rest = data < 0 ? '' : html.slice(html.indexOf('</script>', data))
  return { head: html.slice(0, body), around: before + after, main: html.slice(main, end) + rest }
}

/** Caches all results of a function. Use it only for functions that are called with few distinct strings. */
export function memoizeByText<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const made = known.get(text) ?? make(text)
    known.set(text, made)
    return made
  }
}
