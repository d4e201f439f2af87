import { RANGE } from '../range.ts'

const RANGES = new RegExp(RANGE, 'g')

/** What a typesetter mends in rendered HTML: text only, never attributes. The content keeps what keyboards have. */
export function typeset(html: string): string {
  return keepRanges(html)
}

/** Browsers break lines inside "24-48 hours" and "8:00-9:30", after the hyphen. Such ranges stay whole; drawn words do not break. */
function keepRanges(html: string): string {
  return html.replace(/(?<!<t(?:ext|span)\b[^<]*)>[^<]+/g, (text) => text.replace(RANGES, '<span class="nb">$&</span>'))
}
