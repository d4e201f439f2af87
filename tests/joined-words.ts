/** Elements that start a new line or field, so that the text around them is never joined. */
const BREAKING = new Set(
  `address article aside blockquote body br caption dd details dialog div dl dt fieldset figcaption figure footer form h1
  h2 h3 h4 h5 h6 header hr input legend li main nav ol option p pre section select summary table tbody td textarea tfoot
  th thead tr ul`.split(/\s+/),
)
const IGNORED = /<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>/g
/** Matches decorative drawings, which have no readable text. */
const DRAWING = /<svg\b[^>]*aria-hidden="true"[\s\S]*?<\/svg>/g
const TOKEN = /<\/?([a-z][\w-]*)(?:"[^"]*"|[^">])*>|([^<]+)/gi

/**
 * Lists places where two words run together in accessible names and plain text, as in `2023Named`, because no space
 * separates an inline element from its neighbor. Punctuation may follow an element without a space.
 */
export function joinedWords(html: string): string[] {
  const found: string[] = []
  let before = ''
  let crossed = false
  for (const [, tag, text] of html.replace(IGNORED, '').replace(DRAWING, '<svg></svg>').matchAll(TOKEN)) {
    if (text === undefined) {
      crossed = true
      if (BREAKING.has(tag?.toLowerCase() ?? '')) before = ''
      continue
    }
    if (crossed && /\S$/.test(before) && /^[^\s.,:;!?)’”]/.test(text))
      found.push(`${before.slice(-30)}|${text.slice(0, 30)}`)
    before = text
    crossed = false
  }
  return found
}
