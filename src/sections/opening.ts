import { z } from 'zod'
import { picture } from '../drawings/picture.ts'
import { action } from '../schema/action.ts'
import { heading, intro } from '../schema/blocks.ts'
import { line, reference } from '../schema/text.ts'

/** Sections that open a page or carry its proof. */

export const hero = z.strictObject({
  type: z.literal('hero'),
  heading: heading.describe('The h1 of the page'),
  text: intro,
  look: z.enum(['shelf', 'page']).default('page').describe('shelf: the front page, standing on the shelf'),
  actions: z.array(action).max(3).default([]).describe('The first is the main button, the others are links'),
  chips: z.array(line.max(40)).max(6).default([]).describe('Short benefits under the text'),
  back: action.optional().describe('A link back, above the heading'),
  picture: picture.optional().describe('A drawing with figures'),
})

export const award = z.strictObject({
  type: z.literal('award'),
  look: z.enum(['rail', 'plate']).default('rail').describe('rail: a line under the hero; plate: a block of its own'),
  label: line.max(30).optional().describe('Small word above the title'),
  title: line.describe('Name of the award'),
  text: line.optional().describe('Who gave it, and for what'),
  year: line.max(8).describe('When'),
  claims: z
    .array(
      z.strictObject({
        fact: reference('facts').describe('The claim, by its name in facts.yaml'),
        label: line.describe('What the claim is about'),
      }),
    )
    .max(3)
    .default([])
    .describe('On the rail: claims beside the award'),
})

export const stats = z.strictObject({
  type: z.literal('stats'),
  heading,
  text: intro,
  items: z
    .array(
      z.strictObject({
        fact: reference('facts').describe('The figure, by its name in facts.yaml; a number with a suffix, such as 81%'),
        label: line.describe('What the figure counts'),
        note: line.optional().describe('Small print under it'),
        duration: z.int().min(0).max(10_000).default(2000).describe('Counting time in milliseconds'),
      }),
    )
    .min(1)
    .max(6)
    .describe('Figures that count up'),
})

export const badges = z.strictObject({
  type: z.literal('badges'),
  heading,
  items: z
    .array(
      z.strictObject({
        title: line.max(30).describe('Name of the badge'),
        description: line.max(60).describe('What it stands for'),
        year: line.max(8).optional().describe('Since when'),
      }),
    )
    .min(1)
    .max(6)
    .describe('Badges of partners and programs'),
})

export const floating = z.strictObject({
  type: z.literal('floating'),
  action: action.describe('A button that stays in view'),
})

export const closing = z.strictObject({
  type: z.literal('closing'),
  look: z.enum(['shelf', 'band']).default('band').describe('shelf: with the shelf under it, as the front page ends'),
  heading,
  text: intro,
  actions: z.array(action).min(1).max(3).describe('The first is the main button'),
  steps: z
    .array(z.strictObject({ when: line.max(40).describe('How soon'), what: line.describe('What happens then') }))
    .max(5)
    .default([])
    .describe('What happens after the click'),
  mail: z.boolean().default(false).describe('Show the contact address beside the buttons'),
})
