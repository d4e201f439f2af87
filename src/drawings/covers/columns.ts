import type { Motif } from './shape.ts'

const tall = [44, 58, 52, 84, 108, 150]
const column = (height: number, place: number) => `M${138 + place * 35} ${222 - height}h28v${height}h-28z`

/** Columns that grow; the last one is measured against a dashed target. */
export const columns: Motif = {
  ground: 'paper',
  shapes: [
    { tone: 'own', d: tall.slice(0, -1).map(column).join('') },
    { tone: 'accent', d: column(150, 5) },
    { tone: 'gap', d: 'M120 72h240' },
    { tone: 'figure', d: 'M60 222h360v6H60z' },
  ],
}
