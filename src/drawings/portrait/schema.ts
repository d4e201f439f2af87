import { z } from 'zod'
import { clothesColors, grounds, hairColors, skins } from './colors.ts'
import { hairShapes } from './hair.ts'

/** Returns a schema for one of the names in a table. */
const oneOf = <T extends object>(table: T) => z.enum(Object.keys(table) as (keyof T & string)[])

/** A face drawn from a few choices, for people without a photo. It should not resemble a real person. */
export const portraitSchema = z.strictObject({
  hair: oneOf(hairShapes).describe('Shape of the hair, or a headscarf'),
  hairColor: oneOf(hairColors).default('chestnut').describe('Color of the hair'),
  skin: oneOf(skins).default('fair').describe('Color of the skin'),
  beard: z.enum(['none', 'short', 'full', 'moustache']).default('none').describe('Beard'),
  glasses: z.boolean().default(false).describe('Whether the person wears glasses'),
  clothes: z.enum(['sweater', 'shirt', 'jacket']).default('sweater').describe('Clothes'),
  color: oneOf(clothesColors).default('ink').describe('Color of the clothes or the headscarf'),
  ground: oneOf(grounds).default('pale').describe('Background'),
})
export type DrawnPortrait = z.infer<typeof portraitSchema>
