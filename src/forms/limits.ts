/** Names with a text that one post may have; the largest contract has a tenth of them. */
export const MOST_FIELDS = 200

/** Bytes of all texts of one post that a relay takes unless it is told otherwise. */
export const MOST_TEXT = 256 * 1024
