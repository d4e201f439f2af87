import { type Answer, textAnswer } from '../answer.ts'
import type { FieldBase } from '../field-schema.ts'

const SCHEME = /^https?:\/\//i
/** Of a host, in any script. */
const LABEL = String.raw`[\p{L}\p{M}\p{N}_\-]+`

/**
 * What a url field takes, as the `pattern` attribute of a page and in the relay: a host with a dot, and what may follow
 * it. People type `brand.com`; browsers ask `<input type=url>` for the scheme as well.
 * https://html.spec.whatwg.org/multipage/input.html#the-pattern-attribute
 */
export const WEBSITE = String.raw`\s*(?:[hH][tT][tT][pP][sS]?:\/\/)?${LABEL}(?:\.${LABEL})+\.?(?::\d+)?(?:[\/?#]\S*)?\s*`

/** The whole address: where the scheme was left out it is https. What is no address stays what it is. */
export const website: Answer<FieldBase, string> = {
  ...textAnswer,
  parse(given) {
    const typed = textAnswer.parse(given)
    return !typed || SCHEME.test(typed) || !isWebsite(typed) ? typed : `https://${typed}`
  },
}

export function isWebsite(text: string): boolean {
  return new RegExp(`^(?:${WEBSITE})$`, 'v').test(text) && URL.canParse(SCHEME.test(text) ? text : `https://${text}`)
}

/** The part that the visitor need not have typed does not count towards the longest answer. */
export const SCHEME_LENGTH = 'https://'.length
