import type { Tone } from './picture.ts'

/** Fill and outline of each tone. Hatches and outlines tell them apart without colour. */
export const toneClass: Record<Tone, string> = {
  ink: 'f-ink',
  own: 'f-cobalt',
  soft: 'f-soft s-cobalt',
  cost: 'h-ink s-field',
  waste: 'h-coral s-coral',
  result: 'f-tag s-ink',
}
