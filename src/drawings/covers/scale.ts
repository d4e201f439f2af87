import { cells } from './cells.ts'
import type { Motif } from './shape.ts'

/** Two baskets on one beam, and which is heavier. The strings end where the boxes hide them. */
export const scale: Motif = {
  ground: 'night',
  shapes: [
    { tone: 'figure', d: 'M237 62h6v166h-6zM196 228h88v6h-88zM120 88l240-32v6L120 94z' },
    { tone: 'line', d: 'M119 111l7-18 7 18M333 113l21-51 21 51' },
    { tone: 'figure', d: 'M90 168h72v6H90zM318 130h72v6h-72z' },
    { tone: 'accent', d: cells(98, 111, 2, 3, [26, 17], [30, 20]) },
    { tone: 'figure', d: cells(326, 113, 2, 1, [26, 17], [30, 20]) },
  ],
}
