/** Maximum number of text fields in one post: ten times the number in the largest contract. */
export const MAX_FIELDS = 200

/** Default limit for the total size of all text fields in one post, in bytes. */
export const MAX_TEXT_BYTES = 256 * 1024
