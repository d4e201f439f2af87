import { z } from 'zod'

/**
 * The language of a form contract (content/forms/*.yaml). The page, the browser's check, the relay's
 * check and the docs all read the contract; nothing states a field twice.
 * zod is used only here, where a contract file is parsed; the browser never loads it.
 */
const line = z.string().trim().min(1).max(200)
const name = z.string().regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'letters, digits and underscores: it is a name on the wire')

const base = {
  name: name.describe('Name on the wire'),
  label: line,
  hint: line.optional(),
  required: z.boolean().default(false),
  messages: z.strictObject({ required: line.optional(), invalid: line.optional() }).optional(),
}
const options = z
  .array(z.strictObject({ value: z.string().min(1).max(60), label: line }))
  .min(2)
  .max(20)

export const field = z.discriminatedUnion('kind', [
  z.strictObject({
    ...base,
    kind: z.enum(['text', 'email', 'tel', 'url']),
    autocomplete: z.string().optional().describe('HTML autofill name, such as email'),
    maxLength: z.int().min(1).max(500).default(200),
  }),
  z.strictObject({
    ...base,
    kind: z.literal('textarea'),
    rows: z.int().min(2).max(20).default(4),
    maxLength: z.int().min(1).max(20_000).default(5000),
  }),
  z.strictObject({ ...base, kind: z.literal('select'), options, placeholder: line }),
  z.strictObject({ ...base, kind: z.literal('radio'), options }),
  z.strictObject({ ...base, kind: z.literal('checkboxes'), options }),
  z.strictObject({
    ...base,
    kind: z.literal('slider'),
    min: z.number(),
    max: z.number(),
    step: z.number().positive(),
    default: z.number(),
    display: z
      .enum(['compact', 'fixed'])
      .describe('compact: $1.5K and $1M, at most one decimal; fixed: $50K and $1.0M'),
    minLabel: line.optional(),
    maxLabel: line.describe('Shown at the end of the track and for the largest amount'),
    wire: z.enum(['number', 'list']).describe('number: 50000; list: [50000]'),
  }),
  z.strictObject({
    ...base,
    kind: z.literal('file'),
    extensions: z.array(z.enum(['pdf', 'doc', 'docx'])).min(1),
    maxMegabytes: z.number().positive().max(25),
    tooLarge: z.strictObject({ title: line.optional(), text: line }),
  }),
])
export type Field = z.infer<typeof field>

const outcome = z.strictObject({ title: line.optional(), text: line })

export const contract = z.strictObject({
  formType: z.string().regex(/^[a-z][a-z-]*$/),
  endpoint: z.enum(['send-form-submission', 'submit-application']),
  delivery: z
    .enum(['relay', 'console'])
    .default('relay')
    .describe('console: values are only logged in the browser, nothing is sent'),
  title: line,
  fixed: z.record(name, line).default({}).describe('Names and values sent with every post'),
  given: z.array(name).default([]).describe('Names whose values the page gives, such as the job title'),
  groups: z.array(z.strictObject({ title: line.optional(), fields: z.array(field).min(1) })).min(1),
  submit: z.strictObject({ label: line, busy: line, note: line.optional() }),
  cancel: line.optional(),
  success: outcome,
  failure: outcome,
  thanks: z.strictObject({ heading: line, text: line }).describe('Page shown after a post without scripting'),
  logFailure: z.boolean().default(false).describe('A failure is also written to the console'),
  onSuccess: z.enum(['reset', 'reset-and-close']).default('reset'),
})
export type Contract = z.infer<typeof contract>
