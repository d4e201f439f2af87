import { z } from 'zod'
import { heading, intro } from '../../schema/blocks.ts'
import { listOf } from '../../schema/list-of.ts'
import { href, inlineMarkdown, line, text } from '../../schema/text.ts'

export const schema = z.strictObject({
  type: z.literal('framework').describe('Problems, each with its solution and results'),
  heading,
  text: intro,
  items: listOf(1, 8, {
    category: line.max(60).describe('Type of problem'),
    painPoint: text.max(240).describe('Problem, as the client experiences it'),
    solutionTitle: line.max(70).describe('Name of the solution'),
    description: inlineMarkdown(320).describe('How the solution works'),
    results: line.max(120).describe('Expected results'),
    to: href.optional().describe('Page with more information'),
  }).describe('Problems and their solutions'),
  labels: z
    .strictObject({
      problem: line.describe('Label above the problem'),
      solution: line.describe('Label above the solution'),
      results: line.describe('Label above the results'),
      more: line.describe('Text of the link to more information'),
    })
    .describe('Labels shown in each item'),
})
