import type { PictureOf } from './picture.ts'

/** How many equal steps a timeline is wide: as many as its words, or one fewer than its lines. */
export function timelineSteps({ ticks, ticksOn }: Pick<PictureOf<'timeline'>, 'ticks' | 'ticksOn'>): number {
  return ticksOn === 'lines' ? ticks.length - 1 : ticks.length
}
