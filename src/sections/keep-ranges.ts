import { RANGE } from '../ui/range.ts'

const TEXTS = />[^<]+/g
const RANGES = new RegExp(RANGE, 'g')

/** Keeps ranges whole in the text between tags. */
export function keepRanges(html: string): string {
  return html.replace(TEXTS, (text) => text.replace(RANGES, '<span class="nb">$&</span>'))
}
