import { z } from 'zod'
import type { PageContent } from '../../entries/page-content.ts'
import { removeInvisible } from '../../schema/remove-invisible.ts'
import { line, reference } from '../../schema/text.ts'

export const schema = z.strictObject({
  type: z.literal('award').describe('An award, as a line under the hero or as a block'),
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

export function resolve(section: z.infer<typeof schema>, { facts }: PageContent) {
  const claims = section.claims.map(({ fact, label }) => {
    const value = facts[fact] ?? ''
    return { label, value: removeInvisible(label).includes(removeInvisible(value)) ? undefined : value }
  })
  return { ...section, claims }
}
