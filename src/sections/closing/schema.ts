import { z } from 'zod'
import { action } from '../../schema/action.ts'
import { heading, intro } from '../../schema/blocks.ts'
import { line } from '../../schema/text.ts'

export const schema = z.strictObject({
  type: z.literal('closing').describe('Ends a page: the last buttons, and what happens after the click'),
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

export const ends = true
