import { z } from 'zod'
import { listOf } from '../../../schema/list-of.ts'
import { line } from '../../../schema/text.ts'
import { drawCells, drawRectangle, type Shape, safeArea } from '../../motif.ts'
import { createPictureSchema } from '../../picture-fields.ts'

/**
 * A dot map, written as rows of characters. Each letter stands for one or more places in the region with that letter.
 */
export const schema = createPictureSchema('map', {
  land: z
    .array(z.string().max(72).meta({ drawn: true }))
    .min(4)
    .max(40)
    .describe('Rows of the map: a dot is land; the letter of a region marks its places'),
  dot: z.number().int().min(1).describe('Number of places that one letter represents'),
  scale: line.max(40).describe('Scale as text, such as "one mark is 4 stores"'),
  regions: listOf(1, 8, {
    letter: z
      .string()
      .regex(/^[a-z]$/, 'one lower-case letter')
      .meta({ examples: ['a'] }),
    label: line.max(40),
    note: line.max(60).optional(),
    count: z.number().int().min(0),
    tone: z.enum(['own', 'soft', 'cost', 'result']),
  }),
  sum: line.max(40).describe('Label of the total below the regions'),
}).superRefine(({ land, dot, regions }, context) => {
  for (const [index, region] of regions.entries()) {
    const drawn = land.join('').split(region.letter).length - 1
    if (drawn * dot === region.count) continue
    const message = `the map shows ${drawn * dot} for "${region.letter}" (${drawn} × ${dot}), not ${region.count}`
    context.addIssue({ code: 'custom', path: ['regions', index, 'count'], message })
  }
})

export function drawMotif({ land, regions }: z.infer<typeof schema>): Shape[] {
  const step = (safeArea.width + 20) / Math.max(...land.map((row) => row.length))
  const top = safeArea.y + (safeArea.height - land.length * step) / 2
  const round = (value: number) => Math.round(value * 10) / 10
  const found = (letter: string, size: number) =>
    drawCells(land, letter, (x, y) =>
      drawRectangle(round(safeArea.x - 10 + x * step), round(top + y * step), size, size),
    )
  return [
    { tone: 'figure', d: found('.', 1.2) },
    ...regions.map(
      ({ letter, tone }): Shape => ({
        tone: tone === 'result' ? 'accent' : tone === 'own' ? 'own' : 'figure',
        d: found(letter, 3),
      }),
    ),
  ]
}
