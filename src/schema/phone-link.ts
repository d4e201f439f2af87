/** Matches the phone number in the text of a link, such as `Leith 0131 496 0140`. */
export const PHONE_NUMBER = /(\+?[\d(][\d\s()/.-]{5,24}\d)/

/** Returns the `tel:` link for a phone number. */
export function formatPhoneLink(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`
}
