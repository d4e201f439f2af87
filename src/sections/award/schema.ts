import { z } from 'zod'
import type { PageContent } from '../../entries/page-content.ts'
import { removeInvisibleCharacters } from '../../schema/remove-invisible.ts'
import { line, reference } from '../../schema/text.ts'

export const schema = z.strictObject({
  type: z.literal('award').describe('An award, shown as a line below the hero or as a block'),
  look: z.enum(['rail', 'plate']).default('rail').describe('rail: a line below the hero; plate: a separate block'),
  label: line.max(30).optional().describe('Small label above the title'),
  title: line.describe('Name of the award'),
  text: line.optional().describe('Who gave the award, and for what'),
  year: line.max(8).describe('Year of the award'),
  claims: z
    .array(
      z.strictObject({
        fact: reference('facts').describe('Name of the fact in facts.yaml'),
        label: line.describe('Text of the claim'),
      }),
    )
    .max(3)
    .default([])
    .describe('Claims beside the award; shown only for `rail`'),
})

export function resolve(section: z.infer<typeof schema>, { facts }: PageContent) {
  const claims = section.claims.map(({ fact, label }) => {
    const value = facts[fact] ?? ''
    return {
      label,
      value: removeInvisibleCharacters(label).includes(removeInvisibleCharacters(value)) ? undefined : value,
    }
  })
  return { ...section, claims }
}
