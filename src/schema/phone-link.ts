/** Returns the `tel:` link for a phone number. */
export function formatPhoneLink(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`
}
