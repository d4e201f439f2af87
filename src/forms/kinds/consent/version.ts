import { removeInvisibleCharacters } from '../../../schema/remove-invisible.ts'
import type { ConsentField } from './schema.ts'
import { sha256 } from './sha256.mjs'

/** Returns the version of a field's text: the first 16 hexadecimal digits of its SHA-256 hash. */
export function getConsentVersion({ text }: Pick<ConsentField, 'text'>): string {
  // The marks that `site dev` adds must not change the version.
  return sha256(removeInvisibleCharacters(text)).slice(0, 16)
}
