import { type Answer, textAnswer } from '../answer.ts'
import type { FieldBase } from '../field-schema.ts'

/** Parses an email address. Converts a non-ASCII domain to Punycode (`xn--mller-kva.example`), as most browsers do. */
export const mailbox: Answer<FieldBase, string> = {
  ...textAnswer,
  parse(raw) {
    const typed = textAnswer.parse(raw)
    const [, local, domain = ''] = /^([^@]+)@([^@\s/\\?#:[\]%]+)$/.exec(typed ?? '') ?? []
    if (!/\P{ASCII}/u.test(domain) || !URL.canParse(`http://${domain}`)) return typed
    return `${local}@${new URL(`http://${domain}`).hostname}`
  },
}
