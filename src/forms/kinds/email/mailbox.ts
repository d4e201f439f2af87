import { type Answer, textAnswer } from '../answer.ts'
import type { FieldBase } from '../field-schema.ts'

/** An email address. A non-ASCII domain becomes Punycode (`xn--mller-kva.example`), as most browsers send it. */
export const mailbox: Answer<FieldBase, string> = {
  ...textAnswer,
  parse(raw) {
    const typed = textAnswer.parse(raw)
    const [, local, domain = ''] = /^([^@]+)@([^@\s/\\?#:[\]%]+)$/.exec(typed ?? '') ?? []
    if (!/\P{ASCII}/u.test(domain) || !URL.canParse(`http://${domain}`)) return typed
    return `${local}@${new URL(`http://${domain}`).hostname}`
  },
}
