import { z } from 'zod'
import { type IconName, icons } from './icons.ts'
import { listOf } from './list-of.ts'
import { inlineMarkdown, line, reference, text } from './text.ts'

export const iconNameSchema = z.enum(Object.keys(icons) as IconName[])

const caption = line.max(64).describe('Caption, which screen readers read instead of the chart')

const cellRow = z
  .string()
  .regex(/^[#+.]{3,24}$/, '3 to 24 cells: # for full, + for half, . for empty')
  .meta({ examples: ['##+.'] })

/** A small chart without axes, shown beside text. */
export const miniChartSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('columns'),
    values: z.array(z.number().min(0)).min(3).max(24).describe('Values of the columns, from left to right'),
    kept: z.int().min(0).optional().describe('Number of solid columns, counted from the left; the rest are hatched'),
    marked: z.array(z.int().min(1)).min(1).optional().describe('Highlighted columns, counted from 1; others are pale'),
    caption,
  }),
  z.strictObject({
    kind: z.literal('bars'),
    bars: listOf(2, 4, {
      name: line.max(16).describe('Label before the bar'),
      value: z.number().min(0).max(100).describe('Percentage that the bar shows'),
      figure: line.max(10).optional().describe('Text after the bar instead of the percentage'),
    }).describe('Shares of a whole, one per bar'),
    caption,
  }),
  z
    .strictObject({
      kind: z.literal('cells'),
      rows: z.array(cellRow).min(1).max(6).describe('Rows of cells: # full, + half, . empty'),
      names: z.array(line.max(12)).min(1).max(6).optional().describe('Row labels, one per row'),
      caption,
    })
    .refine(({ rows, names }) => !names || names.length === rows.length, {
      path: ['names'],
      message: 'the number of names differs from the number of rows',
    }),
])
export type MiniChart = z.infer<typeof miniChartSchema>

/** A feature, benefit or reason, as a card or row. */
export const featureCardSchema = z.strictObject({
  icon: iconNameSchema.optional().describe('Icon beside the title; not shown if the features are in rows'),
  title: line.max(60).describe('Name of the feature or benefit'),
  description: inlineMarkdown(320).describe('How the reader benefits'),
  chart: miniChartSchema.optional().describe('Small chart'),
  proof: z
    .strictObject({
      figure: line.max(12).describe('Figure in large type, such as {retention}'),
      text: line.max(60).describe('What the figure measures'),
    })
    .optional()
    .describe('Figure that proves the point, as an alternative to a chart; shown only if the features are in rows'),
})
export type FeatureCard = z.infer<typeof featureCardSchema>

export const stepSchema = z.strictObject({
  title: line.max(60).describe('Name of the step'),
  description: inlineMarkdown(320).describe('What the client gets or does in the step'),
  when: line.max(40).optional().describe('When the step happens, such as "{reply-time}"'),
})

/** A step that happens after a visitor clicks a button or sends a form. */
export const nextStepSchema = z.strictObject({
  when: line.max(40).describe('How soon the step happens'),
  what: line.describe('What happens in the step'),
})

/** The challenge or its solution, laid out like a ledger. Amounts are optional. */
export const contrastSideSchema = z.strictObject({
  title: line.max(40).describe('Heading of this side'),
  note: line.max(40).optional().describe('Small text beside the heading'),
  items: listOf(1, 4, {
    title: line.max(60).describe('Item, in a few words'),
    description: text.max(200).describe('Cost or benefit of the item'),
    amount: line.max(12).optional().describe('Amount of the item, such as -$4,100'),
  }).describe('Items, in order'),
  total: z
    .strictObject({
      label: line.max(40).describe('Label of the total'),
      amount: line.max(12).describe('Sum of the amounts'),
    })
    .optional()
    .describe('Row with the total, below the items'),
})
export type ContrastSide = z.infer<typeof contrastSideSchema>

/** A metric and its values before and after the work for a client. */
export const resultSchema = z.strictObject({
  label: line.max(60).describe('Name of the metric'),
  before: line.max(16).optional().describe('Value before the work'),
  after: line.max(16).describe('Value after the work'),
})

/** An expandable question or topic, with its answer. */
export const detailSchema = z.strictObject({
  title: line.max(90).describe('Topic or question; always visible'),
  body: inlineMarkdown(1200).describe('Text shown when the topic is open'),
  points: z.array(inlineMarkdown(160)).max(6).optional().describe('Bullet points below the text'),
})

export const heading = line.max(90).describe('Heading of the section')
export const intro = inlineMarkdown(320).optional().describe('A sentence or two below the heading')
/** Reserved ids. All pages use them, except `apply`, which only position pages use. */
export const RESERVED_IDS: readonly string[] = ['page', 'main', 'apply', 'h-ink', 'h-coral']
export const anchor = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'lower-case letters, digits and dashes, starting with a letter')
  .refine((id) => !RESERVED_IDS.includes(id) && !/^(?:dialog|shelf)-/.test(id), 'this id is reserved')
  .optional()
  .describe('Id for links to the section, such as #form')
export const testimonialReference = reference('testimonials')
