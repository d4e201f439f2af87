import { cells } from './cells.ts'
import type { Motif } from './shape.ts'

const size: [number, number] = [40, 62]
const step: [number, number] = [48, 86]

/** Three shelves of gaps and three products. */
export const emptyShelf: Motif = {
  ground: 'night',
  shapes: [
    {
      tone: 'gap',
      d:
        cells(-8, 12, 12, 1, size, step) +
        cells(-8, 98, 3, 1, size, step) +
        cells(280, 98, 6, 1, size, step) +
        cells(-8, 184, 12, 1, size, step),
    },
    { tone: 'accent', d: cells(136, 98, 3, 1, size, step) },
    {
      tone: 'figure',
      d: `M0 74h480v6H0zM0 160h480v6H0zM0 246h480v6H0z${cells(139, 169, 3, 1, [34, 12], step)}`,
    },
  ],
}
