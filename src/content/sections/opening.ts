import { z } from 'zod'
import { action } from '../action.ts'
import { heading, intro } from '../blocks.ts'
import { picture } from '../picture.ts'
import { line, reference } from '../text.ts'

/** Sections that open a page or carry its proof. */

export const hero = z.strictObject({
  type: z.literal('hero'),
  heading: heading.describe('The h1 of the page'),
  text: intro,
  look: z.enum(['shelf', 'page']).default('page').describe('shelf: the front page, standing on the shelf'),
  actions: z.array(action).max(3).default([]).describe('The first is the main button, the others are links'),
  chips: z.array(line.max(40)).max(6).default([]).describe('Short benefits under the text'),
  back: action.optional().describe('A link back, above the heading'),
  picture: picture.optional(),
})

export const award = z.strictObject({
  type: z.literal('award'),
  look: z.enum(['rail', 'plate']).default('rail'),
  label: line.max(30).optional(),
  title: line,
  text: line.optional(),
  year: line.max(8),
  claims: z
    .array(z.strictObject({ fact: reference('facts'), label: line }))
    .max(3)
    .default([]),
})

export const stats = z.strictObject({
  type: z.literal('stats'),
  heading,
  text: intro,
  items: z
    .array(
      z.strictObject({
        fact: reference('facts').describe('The figure, by its name in facts.yaml; a number with a suffix, such as 81%'),
        label: line,
        note: line.optional(),
        duration: z.int().min(0).max(10_000).default(2000).describe('Counting time in milliseconds'),
      }),
    )
    .min(1)
    .max(6),
})

export const badges = z.strictObject({
  type: z.literal('badges'),
  heading,
  items: z
    .array(z.strictObject({ title: line.max(30), description: line.max(60), year: line.max(8).optional() }))
    .min(1)
    .max(6),
})

export const floating = z.strictObject({ type: z.literal('floating'), action })

export const closing = z.strictObject({
  type: z.literal('closing'),
  look: z.enum(['shelf', 'band']).default('band').describe('shelf: with the shelf under it, as the front page ends'),
  heading,
  text: intro,
  actions: z.array(action).min(1).max(3),
  steps: z
    .array(z.strictObject({ when: line.max(40), what: line }))
    .max(5)
    .default([]),
  mail: z.boolean().default(false).describe('Show the contact address beside the buttons'),
})
