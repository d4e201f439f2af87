import { type Answer, textAnswer } from '../answer.ts'
import type { FieldBase } from '../field-schema.ts'

const SCHEME = /^https?:\/\//i
/** Label of a host name, in any script. */
const LABEL = String.raw`[\p{L}\p{M}\p{N}_\-]+`

/**
 * Pattern of a url field, for the page and the relay: an optional scheme, a host with a dot, and an optional rest.
 * https://html.spec.whatwg.org/multipage/input.html#the-pattern-attribute
 */
export const WEBSITE = String.raw`\s*(?:[hH][tT][tT][pP][sS]?:\/\/)?${LABEL}(?:\.${LABEL})+\.?(?::\d+)?(?:[\/?#]\S*)?\s*`

/** Adds `https://` if the scheme is missing. Text that is not an address stays as it is. */
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

/** Does not count towards `maxLength`, because parsing may have added it. */
export const SCHEME_LENGTH = 'https://'.length
