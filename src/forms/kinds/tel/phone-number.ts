/**
 * Pattern for a tel field, used by the page and the relay: at least four digits, and no `@`. Accepts everything else,
 * because people write extensions, several numbers or letters, as in `1-800-FLOWERS`.
 */
export const PHONE_PATTERN = String.raw`(?:[^\p{Nd}@]*\p{Nd}){4}[^@]*`

export function isPhoneNumber(text: string): boolean {
  return new RegExp(`^(?:${PHONE_PATTERN})$`, 'v').test(text)
}
