import { z } from 'zod'
import { inlineMarkdown, line, reference, text } from './text.ts'

/** Small groups of fields that several sections and entries use. */

export const iconNameSchema = z.enum([
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

const caption = line.max(64).describe('Description of the drawing, also for screen readers')

/** A small chart without axes, shown beside text. */
export const miniChartSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('columns'),
    values: z.array(z.number().min(0)).min(3).max(24).describe('Amounts from zero, side by side'),
    kept: z.int().min(0).optional().describe('Number of columns from the left that count; the others are hatched'),
    marked: z.array(z.int().min(1)).min(1).optional().describe('Positions to highlight, from 1; the others are pale'),
    caption,
  }),
  z.strictObject({
    kind: z.literal('bars'),
    bars: z
      .array(
        z.strictObject({
          name: line.max(16).describe('Label before the bar'),
          value: z.number().min(0).max(100).describe('Percentage of the full width'),
          figure: line.max(10).optional().describe('Shown after the bar instead of the percentage'),
        }),
      )
      .min(2)
      .max(4)
      .describe('Shares of a whole, as stacked bars'),
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
      names: z.array(line.max(12)).min(1).max(6).optional().describe('Labels before the rows, one each'),
      caption,
    })
    .refine(({ rows, names }) => !names || names.length === rows.length, {
      path: ['names'],
      message: 'the number of names differs from the number of rows',
    }),
])
export type MiniChart = z.infer<typeof miniChartSchema>

/** An icon, a title and a description. */
export const featureCardSchema = z.strictObject({
  icon: iconNameSchema.optional().describe('Icon beside the title'),
  title: line.max(60).describe('What it is'),
  description: inlineMarkdown(320).describe('What it means for the reader'),
  chart: miniChartSchema.optional().describe('Small drawing'),
  proof: z
    .strictObject({
      figure: line.max(12).describe('Figure in large type, such as {retention}'),
      text: line.max(60).describe('What the figure measures'),
    })
    .optional()
    .describe('Instead of a drawing, in rows: a figure that proves the point'),
})
export type FeatureCard = z.infer<typeof featureCardSchema>

/** A step of a process. */
export const stepSchema = z.strictObject({
  title: line.max(60).describe('What happens'),
  description: inlineMarkdown(320).describe('What the client gets or does'),
  when: line.max(40).optional().describe('How soon, such as "{reply-time}"'),
})
export type Step = z.infer<typeof stepSchema>

/** What happens after a visitor has clicked a button or sent a form. */
export const nextStepSchema = z.strictObject({
  when: line.max(40).describe('How soon this happens'),
  what: line.describe('What happens at that time'),
})

/** One side of a pair of challenge and solution. It is laid out like a ledger, with or without amounts. */
export const contrastSideSchema = z.strictObject({
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
    .describe('Shown as a vertical list'),
  total: z
    .strictObject({
      label: line.max(40).describe('What the total adds up'),
      amount: line.max(12).describe('The sum of the amounts'),
    })
    .optional()
    .describe('Last row'),
})
export type ContrastSide = z.infer<typeof contrastSideSchema>

/** A measure with its values before and after. */
export const resultSchema = z.strictObject({
  label: line.max(60).describe('What was measured'),
  before: line.max(16).optional().describe('Figure before'),
  after: line.max(16).describe('Figure after'),
})
export type MeasuredResult = z.infer<typeof resultSchema>

/** An expandable question or topic, with its answer. */
export const detailSchema = z.strictObject({
  title: line.max(90).describe('Topic or question, always shown'),
  body: inlineMarkdown(1200).describe('Text that opens'),
  points: z.array(inlineMarkdown(160)).max(6).optional().describe('List below the text'),
})

export const heading = line.max(90).describe('Heading of the section')
export const intro = inlineMarkdown(320).optional().describe('A sentence or two below the heading')
/** Ids that are in use on all pages. `apply` is in use only on pages of positions. */
export const RESERVED_IDS: readonly string[] = ['page', 'main', 'apply', 'solutions-menu', 'h-ink', 'h-coral']
export const anchor = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'lower-case letters, digits and dashes, starting with a letter')
  .refine(
    (id) => !RESERVED_IDS.includes(id) && !/^(?:dialog|shelf)-/.test(id),
    'pages already have a part with this id',
  )
  .optional()
  .describe('Id for links such as #form')
export const testimonialReference = reference('testimonials')
