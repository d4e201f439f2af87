import { PHONE_NUMBER } from '../schema/phone-link.ts'
import { UNBREAKABLE_PATTERN } from '../schema/range.ts'
import { countCharacters } from '../ui/count-characters.ts'

const UNBREAKABLES = new RegExp(UNBREAKABLE_PATTERN, 'gu')
/** Speeds up the search: every range and time contains a digit, but most strings contain none. */
const HAS_DIGIT = /\d/
/** Matches a link to call, and its text. */
const CALL = /(<a\b[^>]* href="tel:[^>]*>)([^<]+)(?=<)/g
/** Characters of such a text that fit on a line of a phone. */
const CALL_CHARACTERS = 30

const DISPLAY = /<(h[1-3]|blockquote)\b[^>]*>.*?<\/\1>/gs

/**
 * Keeps ranges, times and linked phone numbers on one line, and adds the quotation marks of the language to headings
 * and quotations. Does not change attributes or the text in drawings. Uses `bdi` rather than `span`, so that the styles
 * that sections define for `span` do not apply.
 */
export function typeset(html: string, language: string): string {
  const curved = html.replace(DISPLAY, (large) => curveQuotes(large, language))
  const whole = curved.replace(CALL, (call, link, text) => {
    if (!link.includes(' class=')) return link + text.replace(PHONE_NUMBER, '<bdi>$&</bdi>')
    // Marks the whole text, because in a flex box a marked part would be laid out on its own.
    return countCharacters(text) > CALL_CHARACTERS ? call : `${link}<bdi>${text}</bdi>`
  })
  return whole.replace(/(?<!<t(?:ext|span)\b[^<]*)>[^<]+/g, (text) =>
    HAS_DIGIT.test(text) ? text.replace(UNBREAKABLES, '<bdi>$&</bdi>') : text,
  )
}

/** Quotation marks by language: double and single, opening and closing. All other languages keep straight ones. */
const MARKS: Readonly<Record<string, string>> = {
  en: '“”‘’',
  es: '“”‘’',
  it: '“”‘’',
  nl: '“”‘’',
  pt: '“”‘’',
  tr: '“”‘’',
  bg: '„“‚‘',
  cs: '„“‚‘',
  de: '„“‚‘',
  sk: '„“‚‘',
  hu: '„”‚’',
  pl: '„”‚’',
  ro: '„”‚’',
  fi: '””’’',
  sv: '””’’',
}

const TAG = /(<[^>]*>)/
const INLINE = /^<\/?(?:a|abbr|b|bdi|cite|del|em|i|ins|mark|q|s|small|span|strong|sub|sup|u|wbr)\b/
const CODE = /^<(\/?)(?:code|pre|kbd|samp|textarea|script|style|svg)\b/
const QUOTE = /"|&quot;|'|&#x27;/g
/** Matches what follows the apostrophe in '90s, 'tis and rock 'n' roll. */
const SHORTENED = /^(?:\d0s|tis|twas|twill|em|til|cause|n|bout|round)(?![\p{L}\d])/iu

/**
 * Replaces straight quotes in HTML with those of a language. The marks have the same length. Leaves attributes, code and
 * doubtful quotes unchanged, such as those for inches.
 */
export function curveQuotes(html: string, language: string): string {
  const [open, close, openSingle, closeSingle] = MARKS[language.split('-')[0] ?? ''] ?? `""''`
  let before = ''
  let code = 0
  let isOpen = false
  let isSingleOpen = false
  const curve = (text: string) => {
    const curved = text.replace(QUOTE, (mark, at: number) => {
      const previous = text[at - 1] ?? before
      const rest = text.slice(at + mark.length)
      const last = /(?:"|&quot;|'|&#x27;)$/.test(text.slice(Math.max(0, at - 6), at)) ? 'quote' : previous
      const starts =
        last === 'quote' ? isOpen && /^[\p{L}\d]/u.test(rest) && !isSingleOpen : !/[^\s([{\-–—/“„‘‚]/.test(last)
      if (mark === '"' || mark === '&quot;') {
        if (starts && !isOpen) {
          isOpen = true
          return open ?? mark
        }
        if (!isOpen) return mark
        isOpen = false
        return close ?? mark
      }
      if (starts && SHORTENED.test(rest)) return '’'
      if (starts) {
        // Without a second quote, this is an unknown abbreviation.
        if (!/(?:'|&#x27;)(?![\p{L}\d])/u.test(rest)) return mark
        isSingleOpen = true
        return openSingle ?? mark
      }
      if (!isSingleOpen || /^[\p{L}\d]/u.test(rest)) return '’'
      isSingleOpen = false
      return closeSingle ?? mark
    })
    before = text.at(-1) ?? before
    return curved
  }
  return html
    .split(TAG)
    .map((part, index) => {
      if (index % 2 === 0) return code > 0 || part === '' ? part : curve(part)
      const [tag, closing] = CODE.exec(part) ?? []
      if (tag !== undefined) {
        code = Math.max(0, code + (closing ? -1 : 1))
        before = 'x'
      } else if (!INLINE.test(part)) [before, isOpen, isSingleOpen] = ['', false, false]
      return part
    })
    .join('')
}
