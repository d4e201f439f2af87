import { z } from 'zod'
import type { PageContent } from '../../entries/page-content.ts'
import { heading, intro } from '../../schema/blocks.ts'
import { listOf } from '../../schema/list-of.ts'
import { getSeparators, isEnglish } from '../../schema/number-format.ts'
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

export function resolve(section: z.infer<typeof schema>, { facts, site }: PageContent) {
  const separators = isEnglish(site.language) ? undefined : getSeparators(site.language)
  return {
    ...section,
    items: section.items.map(({ fact, ...item }) => ({ ...item, ...parseFigure(facts[fact] ?? '', separators) })),
  }
}

/** Splits a figure such as `81%` or `6,400+` into prefix, number and suffix. `text` is the unchanged figure. */
export function parseFigure(text: string, [group = '', decimal = '']: string = ',.') {
  const [number = ''] = new RegExp(`\\d[\\d${group}]*(?:[${decimal}]\\d+)?`).exec(text) ?? []
  const start = text.indexOf(number)
  const value = Number(number.replaceAll(group, '').replace(decimal, '.'))
  return { text, prefix: text.slice(0, start), value, suffix: text.slice(start + number.length) }
}
