import { RANGE } from '../range.ts'

const RANGES = new RegExp(RANGE, 'g')

/** What a typesetter mends in rendered HTML: text only, never attributes. The content keeps what keyboards have. */
export function typeset(html: string): string {
  return keepRanges(curlQuotes(html))
}

/** Browsers break lines inside "24-48 hours" and "8:00-9:30", after the hyphen. Such ranges stay whole; drawn words do not break. */
function keepRanges(html: string): string {
  return html.replace(/(?<!<t(?:ext|span)\b[^<]*)>[^<]+/g, (text) => text.replace(RANGES, '<span class="nb">$&</span>'))
}

/** At the size of headings and quotes a straight quote looks typed. One that could be a foot or an inch stays. */
function curlQuotes(html: string): string {
  return html.replace(/<(h[1-3]|blockquote)\b.*?<\/\1>/gs, (element) =>
    element.replace(/(?<!<code)>[^<]+/g, (text) =>
      text
        .replaceAll('&#x27;', "'")
        .replaceAll('&quot;', '"')
        .replace(/(?<=\p{L})'(?=\p{L})/gu, '’')
        .replace(/(?<![\p{L}\d])'([^']*)'(?!\p{L})/gu, '‘$1’')
        .replace(/(?<=s)'(?!\p{L})/gu, '’')
        .replace(/"([^"]*)"/g, '“$1”'),
    ),
  )
}
