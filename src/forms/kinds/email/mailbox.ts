import { parseUrl } from '../../../schema/parse-url.ts'
import { type AnswerCodec, textCodec } from '../answer.ts'
import type { FieldBase } from '../field-schema.ts'

/** Parses an email address. Converts a non-ASCII domain to Punycode (`xn--mller-kva.example`), as most browsers do. */
export const emailCodec: AnswerCodec<FieldBase, string> = {
  ...textCodec,
  parse(raw) {
    const typed = textCodec.parse(raw)
    const [, local, domain = ''] = /^([^@]+)@([^@\s/\\?#:[\]%]+)$/.exec(typed ?? '') ?? []
    const { hostname } = (/\P{ASCII}/u.test(domain) && parseUrl(`http://${domain}`)) || {}
    return hostname === undefined ? typed : `${local}@${hostname}`
  },
}
