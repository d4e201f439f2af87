/** What a cover takes of the twelve columns of a wall: all of them, half or a third. */
export type WallSpan = 12 | 6 | 4

/**
 * How so many covers hang: the newest alone, then pairs, then rows of three, and no row is left short.
 * @param further on a page on which the list goes on, and which has not the newest
 */
export function wallSpans(count: number, further: boolean): WallSpan[] {
  const alone = count === 1 || !(further || count === 2) ? 1 : 0
  const rest = count - alone
  const paired = [0, 4, 2][rest % 3] ?? 0
  return Array.from({ length: count }, (_, place) => (place < alone ? 12 : place < alone + paired ? 6 : 4))
}
