import { z } from 'zod'
import { line, reference, text } from './text.ts'

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

/** Icon, title, description. */
export const featureCard = z.strictObject({
  icon: iconName.optional(),
  title: line.max(60),
  description: text.max(320),
})
export type FeatureCard = z.infer<typeof featureCard>

/** A step of a process. */
export const step = z.strictObject({
  title: line.max(60),
  description: text.max(320),
  when: line.max(40).optional().describe('How soon, such as "{reply-time}"'),
})
export type Step = z.infer<typeof step>

/** A side of a challenge and solution pair: posted like a ledger, with or without amounts. */
export const side = z.strictObject({
  title: line.max(40),
  note: line.max(40).optional(),
  items: z
    .array(z.strictObject({ title: line.max(60), description: text.max(200), amount: line.max(12).optional() }))
    .min(1)
    .max(4),
  total: z.strictObject({ label: line.max(40), amount: line.max(12) }).optional(),
})
export type Side = z.infer<typeof side>

/** A result line: a measure and what became of it. */
export const result = z.strictObject({ label: line.max(60), before: line.max(16).optional(), after: line.max(16) })
export type Result = z.infer<typeof result>

/** An expanding detail: a question or topic and its answer. */
export const detail = z.strictObject({ title: line.max(90), body: text, points: z.array(line).max(6).optional() })
export type Detail = z.infer<typeof detail>

export const heading = line.max(90).describe('Heading of the section')
export const intro = text.max(320).optional().describe('A sentence or two under the heading')
export const anchor = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/)
  .optional()
  .describe('Name for links such as #form')
export const testimonialReference = reference('testimonials')
