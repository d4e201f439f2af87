const RANGE =
  /(?:[$£€]|\b(?<!\d[.,:]))\d+(?:[.,:]\d+)*[KM]?[-–][$£€]?\d+(?:[.,:]\d+)*[KM]?\b(?!@)(?: (?:an? )?\p{Ll}+)?/u
const TIME = /\b\d+[ -](?:minute|hour|day|week|month|year)s?\b/u

/**
 * Text that must stay on one line: a range with its unit ("24-48 hours", "$65K-$85K") or a time ("8 months",
 * "30-minute"). Other hyphenated words may break, because they may be too wide for a heading on a phone with large
 * text.
 */
export const UNBREAKABLE_PATTERN = new RegExp(`${RANGE.source}|${TIME.source}`, 'u')
