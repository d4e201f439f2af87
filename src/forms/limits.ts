/** Maximum number of text fields in one post, ten times those of the largest contract. */
export const MOST_FIELDS = 200

/** Default limit for all texts of one post, in bytes. */
export const MOST_TEXT = 256 * 1024
