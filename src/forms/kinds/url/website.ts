import { type Answer, textAnswer } from '../answer.ts'
import type { FieldBase } from '../field-schema.ts'

const SCHEME = /^https?:\/\//i
/** One label of a host name, in any script. */
const LABEL = String.raw`[\p{L}\p{M}\p{N}_\-]+`

/**
 * Pattern for a url field, used by the page and the relay: an optional scheme, a host name with a dot, and an optional
 * remainder. https://html.spec.whatwg.org/multipage/input.html#the-pattern-attribute
 */
export const WEBSITE = String.raw`\s*(?:[hH][tT][tT][pP][sS]?:\/\/)?${LABEL}(?:\.${LABEL})+\.?(?::\d+)?(?:[\/?#]\S*)?\s*`

/** Parses a URL. Adds `https://` if there is no scheme. Leaves other text unchanged. */
export const website: Answer<FieldBase, string> = {
  ...textAnswer,
  parse(raw) {
    const typed = textAnswer.parse(raw)
    return !typed || SCHEME.test(typed) || !isWebsite(typed) ? typed : `https://${typed}`
  },
}

export function isWebsite(text: string): boolean {
  return new RegExp(`^(?:${WEBSITE})$`, 'v').test(text) && URL.canParse(SCHEME.test(text) ? text : `https://${text}`)
}

/** Number of characters that do not count towards `maxLength`, because parsing may have added the scheme. */
export const SCHEME_LENGTH = 'https://'.length
