import { WHOLE } from '../range.ts'

const WHOLES = new RegExp(WHOLE, 'gu')

/** What a typesetter mends in rendered HTML: text only, never attributes. The content keeps what keyboards have. */
export function typeset(html: string): string {
  return keepWhole(curlQuotes(html))
}

/**
 * Ranges and their like stay in one line; drawn words do not break. The element is one that no section uses, so that no rule
 * for the spans of a section reaches into a sentence.
 */
function keepWhole(html: string): string {
  return html.replace(/(?<!<t(?:ext|span)\b[^<]*)>[^<]+/g, (text) => text.replace(WHOLES, '<bdi>$&</bdi>'))
}

/** What keyboards have is straight, what printers have is curled. A sign that could be a foot or an inch stays. */
function curlQuotes(html: string): string {
  return html.replace(/(?<!<code)>[^<]*(?:['"]|&#x27;|&quot;)[^<]*/g, (text) =>
    text
      .replaceAll('&#x27;', "'")
      .replaceAll('&quot;', '"')
      .replace(/(?<=\p{L})'(?=\p{L})/gu, '’')
      .replace(/(?<![\p{L}\d])'([^']*)'(?!\p{L})/gu, '‘$1’')
      .replace(/(?<=s)'(?!\p{L})/gu, '’')
      .replace(/(?<!\d)"([^"]*)"/g, '“$1”'),
  )
}
