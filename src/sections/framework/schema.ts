import { z } from 'zod'
import { heading, intro } from '../../schema/blocks.ts'
import { href, inlineMarkdown, line, text } from '../../schema/text.ts'

export const schema = z.strictObject({
  type: z.literal('framework').describe('Problems, each with its solution and what comes of it'),
  heading,
  text: intro,
  items: z
    .array(
      z.strictObject({
        category: line.max(60).describe('Kind of problem'),
        painPoint: text.max(240).describe('The problem, as the client meets it'),
        solutionTitle: line.max(70).describe('Name of the solution'),
        description: inlineMarkdown(320).describe('How it works'),
        results: line.max(120).describe('What comes of it'),
        to: href.optional().describe('The page that says more'),
      }),
    )
    .min(1)
    .max(8)
    .describe('Problems and their solutions'),
  labels: z
    .strictObject({
      problem: line.describe('Word over the problem'),
      solution: line.describe('Word over the solution'),
      results: line.describe('Word over the results'),
      more: line.describe('What the link to the page says'),
    })
    .describe('Words that each of them shows'),
})
