/** Maximum number of text fields in one post: ten times the number in the largest contract. */
export const MOST_FIELDS = 200

/** Default limit for the total size of all text fields in one post, in bytes. */
export const MOST_TEXT = 256 * 1024
