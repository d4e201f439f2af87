import type { AnswerCodec } from '../answer.ts'

/** Parses the version of the text that the visitor agreed to; see `getConsentVersion`. Empty without consent. */
export const versionCodec: AnswerCodec<unknown, string> = {
  many: true,
  parse(raw) {
    const [version = '', ...others] = [raw].flat().filter((text) => text !== '')
    const isVersion = typeof version === 'string' && /^(?:[0-9a-f]{16})?$/.test(version)
    return isVersion && others.length === 0 ? version : undefined
  },
}
