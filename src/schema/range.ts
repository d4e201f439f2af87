const RANGE = /(?:\$|\b)\d[\d.,:]*[KM]?-\$?\d[\d.,:]*[KM]?\b(?!@)(?: \p{Ll}+)?/u
const TIME = /\b\d+[ -](?:minute|hour|day|week|month|year)s?\b/u

/**
 * Text that must not break: a range with its unit ("24-48 hours", "$65K-$85K") and a time ("8 months", "30-minute").
 * Other words with hyphens may break: with large text they are too wide for a heading on a phone.
 */
export const UNBREAKABLE = new RegExp(`${RANGE.source}|${TIME.source}`, 'u')
