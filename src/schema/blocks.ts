import { z } from 'zod'
import { inlineMarkdown, line, reference, text } from './text.ts'

/** Small groups of fields that several sections and entries share. */

export const iconName = z.enum([
  'store',
  'listing',
  'search',
  'target',
  'screen',
  'chart',
  'refund',
  'chat',
  'shield',
  'boxes',
  'calendar',
  'handshake',
  'people',
  'globe',
  'route',
  'truck',
  'gift',
  'book',
  'heart',
  'plane',
  'clock',
  'check',
])

const caption = line.max(64).describe('What it shows, in words; also for those who do not see it')

/** A small chart beside a text, without axes. */
export const miniChart = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('columns'),
    values: z.array(z.number().min(0)).min(3).max(24).describe('Amounts from zero, side by side'),
    kept: z.int().min(0).optional().describe('How many from the left count; the others are hatched'),
    marked: z
      .array(z.int().min(1))
      .min(1)
      .optional()
      .describe('Places of those to look at, from 1; the others are pale'),
    caption,
  }),
  z.strictObject({
    kind: z.literal('bars'),
    bars: z
      .array(
        z.strictObject({
          name: line.max(16).describe('Before the bar'),
          value: z.number().min(0).max(100).describe('Percent of a whole track'),
          figure: line.max(10).optional().describe('Behind the bar, where it is not the percentage'),
        }),
      )
      .min(2)
      .max(4)
      .describe('Shares of a whole, under each other'),
    caption,
  }),
  z
    .strictObject({
      kind: z.literal('cells'),
      rows: z
        .array(
          z
            .string()
            .regex(/^[#+.]{3,24}$/, '3 to 24 cells: # for full, + for half, . for empty')
            .meta({ examples: ['##+.'] }),
        )
        .min(1)
        .max(6)
        .describe('Rows of cells: # full, + half, . empty'),
      names: z.array(line.max(12)).min(1).max(6).optional().describe('Before the rows, one each'),
      caption,
    })
    .refine(({ rows, names }) => !names || names.length === rows.length, {
      path: ['names'],
      message: 'there are not as many names as rows',
    }),
])
export type MiniChart = z.infer<typeof miniChart>

/** Icon, title, description. */
export const featureCard = z.strictObject({
  icon: iconName.optional().describe('A drawn sign beside the title'),
  title: line.max(60).describe('What it is'),
  description: inlineMarkdown(320).describe('What it means for the reader'),
  chart: miniChart.optional().describe('A small drawing of it'),
  proof: z
    .strictObject({
      figure: line.max(12).describe('Set large, such as {retention}'),
      text: line.max(60).describe('What it is a figure of'),
    })
    .optional()
    .describe('In rows, in place of a drawing: what a reader can hold it to'),
})
export type FeatureCard = z.infer<typeof featureCard>

/** A step of a process. */
export const step = z.strictObject({
  title: line.max(60).describe('What happens'),
  description: inlineMarkdown(320).describe('What the client gets or does'),
  when: line.max(40).optional().describe('How soon, such as "{reply-time}"'),
})
export type Step = z.infer<typeof step>

/** What happens after a visitor has clicked or sent a form. */
export const nextStep = z.strictObject({
  when: line.max(40).describe('How soon'),
  what: line.describe('What happens then'),
})

/** One side of a challenge and solution pair, laid out like a ledger, with or without amounts. */
export const side = z.strictObject({
  title: line.max(40).describe('Heading of the side'),
  note: line.max(40).optional().describe('Small print beside the heading'),
  items: z
    .array(
      z.strictObject({
        title: line.max(60).describe('The item, in a few words'),
        description: text.max(200).describe('What it costs or brings'),
        amount: line.max(12).optional().describe('Its amount, such as -$4,100'),
      }),
    )
    .min(1)
    .max(4)
    .describe('Posted under each other'),
  total: z
    .strictObject({
      label: line.max(40).describe('What is added up'),
      amount: line.max(12).describe('The sum of the amounts'),
    })
    .optional()
    .describe('The last row'),
})
export type Side = z.infer<typeof side>

/** A measure with its figures before and after. */
export const result = z.strictObject({
  label: line.max(60).describe('What was measured'),
  before: line.max(16).optional().describe('The figure before'),
  after: line.max(16).describe('The figure after'),
})
export type Result = z.infer<typeof result>

/** An expanding detail: a question or topic and its answer. */
export const detail = z.strictObject({
  title: line.max(90).describe('The topic or question, always shown'),
  body: inlineMarkdown(1200).describe('The text that opens'),
  points: z.array(inlineMarkdown(160)).max(6).optional().describe('A list under the text'),
})

export const heading = line.max(90).describe('Heading of the section')
export const intro = inlineMarkdown(320).optional().describe('A sentence or two under the heading')
/** Ids in use on all pages or, for `apply`, on those of positions. */
export const PAGE_IDS: readonly string[] = ['page', 'main', 'apply', 'solutions-menu', 'h-ink', 'h-coral']
export const anchor = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'lower-case letters, digits and dashes, a letter first')
  .refine((id) => !PAGE_IDS.includes(id) && !/^(?:dialog|shelf)-/.test(id), 'pages have a part with this id already')
  .optional()
  .describe('Name for links such as #form')
export const testimonialReference = reference('testimonials')
