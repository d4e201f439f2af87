/** Number of columns that a cover spans, out of twelve. */
export type CoverSpan = 12 | 6 | 4

/**
 * Returns the number of columns for each cover. The newest article has its own row, followed by pairs and then rows of
 * three. No row is incomplete.
 * @param laterPage true on the second and later pages of a list, which do not contain the newest article
 */
export function computeCoverSpans(count: number, laterPage: boolean): CoverSpan[] {
  const alone = count === 1 || !(laterPage || count === 2) ? 1 : 0
  const rest = count - alone
  const paired = [0, 4, 2][rest % 3] ?? 0
  return Array.from({ length: count }, (_, index) => (index < alone ? 12 : index < alone + paired ? 6 : 4))
}
