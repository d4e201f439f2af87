const RANGE = /(?:\$|\b)\d[\d.,:]*[KM]?-\$?\d[\d.,:]*[KM]?\b(?!@)(?: \p{Ll}+)?/u
const TIME = /\b\d+[ -](?:minute|hour|day|week|month|year)s?\b/u
const COMPOUND = /(?<!-)\b\p{L}{1,8}(?:-\p{L}{1,8}){2}\b(?!-)/u

/**
 * What stands in one line: a range with its unit ("24-48 hours", "$65K-$85K"), a time ("8 months", "30-minute") and a short word with
 * two hyphens ("year-over-year"). Browsers break lines after hyphens and spaces.
 */
export const WHOLE = new RegExp(`${RANGE.source}|${TIME.source}|${COMPOUND.source}`, 'u')
