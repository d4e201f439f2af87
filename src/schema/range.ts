const RANGE = /(?:\$|\b)\d[\d.,:]*[KM]?-\$?\d[\d.,:]*[KM]?\b(?!@)(?: \p{Ll}+)?/u
const TIME = /\b\d+[ -](?:minute|hour|day|week|month|year)s?\b/u

/**
 * What stands in one line: a range with its unit ("24-48 hours", "$65K-$85K") and a time ("8 months", "30-minute"). Browsers
 * break lines after hyphens and spaces. Words with hyphens may break: in a heading on a phone they are too wide when text is large.
 */
export const WHOLE = new RegExp(`${RANGE.source}|${TIME.source}`, 'u')
