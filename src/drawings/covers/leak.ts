import { cell, cells } from './cells.ts'
import type { Motif } from './shape.ts'

const lost = [
  [270, 63],
  [300, 63],
  [300, 93],
  [360, 93],
  [330, 123],
  [390, 123],
  [360, 153],
  [420, 153],
  [390, 183],
  [420, 183],
  [390, 213],
] as const

/** A budget of blocks, the accented ones falling out of it. */
export const leak: Motif = {
  ground: 'cobalt',
  shapes: [
    { tone: 'figure', d: cells(30, 60, 7, 5, [27, 27], [30, 30]) },
    { tone: 'accent', d: lost.map(([x, y]) => cell(x, y, 27, 27)).join('') },
    { tone: 'figure', d: 'M30 242h420v3H30z' },
  ],
}
