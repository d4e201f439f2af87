/** Maximum number of text fields in a submission: ten times the number in the largest contract. */
export const MAX_FIELDS = 200

/** Default limit for the total size of all text fields in a submission, in bytes. */
export const MAX_TEXT_BYTES = 256 * 1024
