import { z } from 'zod'
import { coverBackgrounds } from '../motif.ts'
import { hairShapes } from './hair.ts'

const skins = ['light', 'fair', 'olive', 'brown', 'dark'] as const
const hairColors = ['black', 'chestnut', 'auburn', 'blond', 'gray'] as const
const clothesColors = ['ink', 'white', 'cobalt', 'tag', 'coral'] as const

/** A face drawn from a few choices, for people without a photo. It should not resemble a real person. */
export const portraitSchema = z.strictObject({
  hair: z.enum(Object.keys(hairShapes) as (keyof typeof hairShapes)[]).describe('Shape of the hair, or a headscarf'),
  hairColor: z.enum(hairColors).default('chestnut').describe('Color of the hair'),
  skin: z.enum(skins).default('fair').describe('Color of the skin'),
  beard: z.enum(['none', 'short', 'full', 'moustache']).default('none').describe('Beard'),
  glasses: z.boolean().default(false).describe('Whether the person wears glasses'),
  clothes: z.enum(['sweater', 'shirt', 'jacket']).default('sweater').describe('Clothes'),
  color: z.enum(clothesColors).default('ink').describe('Color of the clothes or the headscarf'),
  ground: z.enum(coverBackgrounds).default('paper').describe('Background'),
})
export type DrawnPortrait = z.infer<typeof portraitSchema>
