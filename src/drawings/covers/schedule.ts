import { cells } from './cells.ts'
import type { Motif } from './shape.ts'

/** Weeks as a grid, orders as spans across it, and the line of today. */
export const schedule: Motif = {
  ground: 'night',
  shapes: [
    { tone: 'gap', d: cells(60, 58, 9, 4, [40, 40], [40, 40]) },
    { tone: 'figure', d: 'M60 52h360v6H60zM70 68h104v20H70zM150 108h64v20h-64zM290 188h90v20h-90z' },
    { tone: 'own', d: 'M214 108h96v20h-96zM120 148h130v20H120z' },
    { tone: 'accent', d: 'M250 148h60v20h-60zM237 36h6v196h-6z' },
  ],
}
