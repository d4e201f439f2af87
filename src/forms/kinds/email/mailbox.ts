import { type Answer, textAnswer } from '../answer.ts'
import type { FieldBase } from '../field-schema.ts'

/** A mail address. A domain in another script becomes ASCII (`xn--mller-kva.example`), as most browsers send it. */
export const mailbox: Answer<FieldBase, string> = {
  ...textAnswer,
  parse(given) {
    const typed = textAnswer.parse(given)
    const [, local, domain = ''] = /^([^@]+)@([^@\s/\\?#:[\]%]+)$/.exec(typed ?? '') ?? []
    if (!/\P{ASCII}/u.test(domain) || !URL.canParse(`http://${domain}`)) return typed
    return `${local}@${new URL(`http://${domain}`).hostname}`
  },
}
