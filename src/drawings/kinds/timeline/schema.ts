import { z } from 'zod'
import { listOf } from '../../../schema/list-of.ts'
import { line } from '../../../schema/text.ts'
import { coverTones, drawRows, type MotifSpan, type Shape } from '../../motif.ts'
import { createPictureSchema, legendSchema, toneSchema } from '../../picture-fields.ts'

/** Lanes over days or hours that show when work ran and when it was completed. */
export const schema = createPictureSchema('timeline', {
  ticks: z.array(line.max(12)).min(2).max(13).describe('Labels above the lanes, from left to right'),
  ticksOn: z
    .enum(['steps', 'lines'])
    .default('steps')
    .describe('steps: labels name the steps, such as days; lines: labels name the lines between steps, and both edges'),
  lanes: listOf(2, 9, {
    label: line.max(40),
    note: line.max(60).optional(),
    spans: z.array(z.strictObject({ from: z.number().min(0), to: z.number(), tone: toneSchema })).max(8),
    done: z.number().optional().describe('Position of the completion mark, in steps from the left edge'),
    value: line.max(14).optional(),
  }),
  sum: z.strictObject({ label: line.max(60), value: line.max(14) }).optional(),
  key: legendSchema,
})

/**
 * Returns the number of equal steps in a timeline. If the ticks label the lines between steps rather than the steps
 * themselves, there is one more tick than there are steps.
 */
export function countTimelineSteps({ ticks, ticksOn }: Pick<z.infer<typeof schema>, 'ticks' | 'ticksOn'>): number {
  return ticksOn === 'lines' ? ticks.length - 1 : ticks.length
}

export function drawMotif(picture: z.infer<typeof schema>): Shape[] {
  return drawRows(
    picture.lanes.map(({ spans, done }) => [
      ...spans.map(({ from, to, tone }): MotifSpan => [from, to, coverTones[tone]]),
      ...(done === undefined ? [] : [[done - 0.15, done + 0.15, 'accent'] as MotifSpan]),
    ]),
    countTimelineSteps(picture),
  )
}
