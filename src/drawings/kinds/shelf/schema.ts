import { z } from 'zod'
import { listOf } from '../../../schema/list-of.ts'
import { line } from '../../../schema/text.ts'
import { drawCells, drawRectangle, type Shape, safeArea } from '../../motif.ts'
import { createPictureSchema } from '../../picture-fields.ts'

/** A planogram: shelf boards with the products that stand on them. */
export const schema = createPictureSchema('shelf', {
  shelves: listOf(1, 4, {
    label: line.max(40),
    note: line.max(60),
    facings: z
      .string()
      .regex(/^[orx.]{4,30}$/, '4 to 30 characters: o, x, r or a dot')
      .describe('One character per product: o is ours, x is ours (highlighted), r is another brand, a dot is a gap')
      .meta({ examples: ['oox.r'] }),
  }),
  words: z.strictObject({
    ours: line.max(30),
    others: line.max(30),
    gap: line.max(30),
    next: line.max(30).optional().describe('Label of x in the key; without it, the key omits x'),
  }),
})

export function drawMotif({ shelves }: z.infer<typeof schema>): Shape[] {
  const boards = shelves.flatMap(({ facings }) => facings.match(/.{1,12}/g) ?? [])
  const lane = safeArea.height / boards.length
  return boards.flatMap((facings, index): Shape[] => {
    const floor = Math.round(safeArea.y + (index + 1) * lane)
    const step = safeArea.width / facings.length
    const height = Math.round(lane * 0.66)
    const drawn = (letter: string) =>
      drawCells([facings], letter, (x) =>
        drawRectangle(Math.round(safeArea.x + x * step + 2), floor - height, Math.round(step - 4), height),
      )
    return [
      { tone: 'gap', d: drawn('.') },
      { tone: 'line', d: drawn('r') },
      { tone: 'own', d: drawn('o') },
      { tone: 'accent', d: drawn('x') },
      { tone: 'figure', d: drawRectangle(safeArea.x - 8, floor, safeArea.width + 16, 5) },
    ]
  })
}
