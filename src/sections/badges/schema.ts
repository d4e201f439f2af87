import { z } from 'zod'
import { heading } from '../../schema/blocks.ts'
import { listOf } from '../../schema/list-of.ts'
import { line } from '../../schema/text.ts'

export const schema = z.strictObject({
  type: z.literal('badges').describe('Badges from partners and programs'),
  heading,
  items: listOf(1, 6, {
    title: line.max(30).describe('Name of the badge'),
    description: line.max(60).describe('What the badge stands for'),
    year: line.max(8).optional().describe('Year in which the badge was awarded'),
  }).describe('Badges from partners and programs'),
})
