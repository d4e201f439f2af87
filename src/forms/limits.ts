/** Most text fields in one post; the largest contract has a tenth of that. */
export const MOST_FIELDS = 200

/** Default limit for all texts of one post, in bytes. */
export const MOST_TEXT = 256 * 1024
