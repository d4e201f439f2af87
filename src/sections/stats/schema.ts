import { z } from 'zod'
import type { PageContent } from '../../entries/page-content.ts'
import { heading, intro } from '../../schema/blocks.ts'
import { listOf } from '../../schema/list-of.ts'
import { line, reference } from '../../schema/text.ts'

export const schema = z.strictObject({
  type: z.literal('stats').describe('Figures from facts.yaml that count up'),
  heading,
  text: intro,
  items: listOf(1, 6, {
    fact: reference('facts')
      .describe('Name of a fact in facts.yaml whose value is a number, optionally with a suffix, such as 81%')
      .meta({ counted: true }),
    label: line.describe('What the figure measures'),
    note: line.optional().describe('Small print below the figure'),
    duration: z.int().min(0).max(10_000).default(2000).describe('Duration of the animation in milliseconds'),
  }).describe('Figures that count up'),
})

export function resolve(section: z.infer<typeof schema>, { facts }: PageContent) {
  return {
    ...section,
    items: section.items.map(({ fact, ...item }) => ({ ...item, ...parseFigure(facts[fact] ?? '') })),
  }
}

/** Splits a figure such as `81%` or `6,400+` into prefix, number and suffix. `text` is the unchanged figure. */
export function parseFigure(text: string) {
  const match = /^(\D*)(\d[\d,]*(?:\.\d+)?)(.*)/s.exec(text)
  return {
    text,
    prefix: match?.[1] ?? '',
    value: Number(match?.[2]?.replaceAll(',', '') ?? 0),
    suffix: match?.[3] ?? '',
  }
}
