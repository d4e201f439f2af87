import { parseUrl } from '../../../schema/parse-url.ts'
import { type AnswerCodec, textCodec } from '../answer.ts'
import type { FieldBase } from '../field-schema.ts'

const SCHEME = /^https?:\/\//i
/** One label of a host name, in any script. */
const LABEL = String.raw`[\p{L}\p{M}\p{N}_\-]+`

/**
 * Pattern for a url field, used by the page and the relay: an optional scheme, a host name with a dot, and an optional
 * port and path. https://html.spec.whatwg.org/multipage/input.html#the-pattern-attribute
 */
export const WEBSITE_PATTERN = String.raw`\s*(?:[hH][tT][tT][pP][sS]?:\/\/)?${LABEL}(?:\.${LABEL})+\.?(?::\d+)?(?:[\/?#]\S*)?\s*`

/** Parses a URL. Adds `https://` if there is no scheme. Leaves other text unchanged. */
export const websiteCodec: AnswerCodec<FieldBase, string> = {
  ...textCodec,
  parse(raw) {
    const typed = textCodec.parse(raw)
    return !typed || SCHEME.test(typed) || !isWebsite(typed) ? typed : `https://${typed}`
  },
}

export function isWebsite(text: string): boolean {
  const isUrl = parseUrl(SCHEME.test(text) ? text : `https://${text}`) !== undefined
  return isUrl && new RegExp(`^(?:${WEBSITE_PATTERN})$`, 'v').test(text)
}
