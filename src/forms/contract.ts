import { z } from 'zod'

/**
 * The language of a form contract (content/forms/*.yaml). The page, the browser's check, the relay's
 * check and the docs all read the contract; nothing states a field twice.
 * zod is used only here, where a contract file is parsed; the browser never loads it.
 */
const line = z.string().trim().min(1).max(200)
const name = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'a letter, then letters, digits and underscores: it is a name on the wire')

const outcome = z.strictObject({
  title: line.optional().describe('Heading of the notice'),
  text: line.describe('What the notice says'),
})

const base = {
  name: name.describe('Name on the wire'),
  label: line.describe('What the field is called'),
  hint: line.optional().describe('Help above the field'),
  required: z.boolean().default(false).describe('Whether it must be answered'),
  messages: z
    .strictObject({
      required: line.optional().describe('Shown when it was left empty'),
      invalid: line.optional().describe('Shown when the answer does not fit'),
    })
    .optional()
    .describe('Messages in place of the usual ones'),
}
const options = z
  .array(
    z.strictObject({
      value: z.string().min(1).max(60).describe('What is sent'),
      label: line.describe('What is shown'),
    }),
  )
  .min(2)
  .max(20)
  .describe('Choices, in order')

export const field = z.discriminatedUnion('kind', [
  z.strictObject({
    ...base,
    kind: z.enum(['text', 'email', 'tel', 'url']).describe('What is asked for'),
    autocomplete: z.string().optional().describe('HTML autofill name, such as email'),
    maxLength: z.int().min(1).max(500).default(200).describe('Longest answer, in characters'),
  }),
  z.strictObject({
    ...base,
    kind: z.literal('textarea'),
    rows: z.int().min(2).max(20).default(4).describe('Lines that show'),
    maxLength: z.int().min(1).max(20_000).default(5000).describe('Longest answer, in characters'),
  }),
  z.strictObject({
    ...base,
    kind: z.literal('select'),
    options,
    placeholder: line.describe('Shown while nothing is chosen'),
  }),
  z.strictObject({ ...base, kind: z.literal('radio'), options }),
  z.strictObject({ ...base, kind: z.literal('checkboxes'), options }),
  z.strictObject({
    ...base,
    kind: z.literal('slider'),
    min: z.number().describe('Smallest amount'),
    max: z.number().describe('Largest amount'),
    step: z.number().positive().describe('From one amount to the next'),
    default: z.number().describe('Where it stands at first'),
    display: z
      .enum(['compact', 'fixed'])
      .describe('compact: $1.5K and $1M, at most one decimal; fixed: $50K and $1.0M'),
    minLabel: line.optional().describe('Shown at the beginning of the track'),
    maxLabel: line.describe('Shown at the end of the track and for the largest amount'),
    wire: z.enum(['number', 'list']).describe('number: 50000; list: [50000]'),
  }),
  z.strictObject({
    ...base,
    kind: z.literal('file'),
    extensions: z
      .array(z.enum(['pdf', 'doc', 'docx']))
      .min(1)
      .describe('Kinds of files that are taken'),
    maxMegabytes: z.number().min(0.1).max(25).describe('Largest file'),
    tooLarge: outcome.describe('Shown when the file is larger'),
  }),
])
export type Field = z.infer<typeof field>

export const contract = z.strictObject({
  formType: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'lower-case letters, digits and single dashes')
    .describe('Name of the form on the wire and in the inbox'),
  endpoint: z
    .enum(['send-form-submission', 'submit-application'])
    .describe('Where it is posted; submit-application takes files'),
  delivery: z
    .enum(['relay', 'console'])
    .default('relay')
    .describe('console: values are only logged in the browser, nothing is sent'),
  title: line.describe('Heading of the form'),
  fixed: z.record(name, line).default({}).describe('Names and values sent with every post'),
  given: z.array(name).default([]).describe('Names whose values the page gives, such as the job title'),
  groups: z
    .array(
      z.strictObject({
        title: line.optional().describe('Heading over the group'),
        fields: z.array(field).min(1).describe('Fields, in order'),
      }),
    )
    .min(1)
    .describe('Groups of fields, in order'),
  submit: z
    .strictObject({
      label: line.describe('What the button says'),
      busy: line.describe('What it says while sending'),
      note: line.optional().describe('Small print beside it'),
    })
    .describe('The button that sends'),
  cancel: line.optional().describe('What the button that gives up says; without it there is none'),
  success: outcome.describe('Notice when it was sent'),
  failure: outcome.describe('Notice when it could not be sent'),
  thanks: z
    .strictObject({ heading: line.describe('Heading of the page'), text: line.describe('Text of the page') })
    .describe('Page shown after a post without scripting'),
  logFailure: z.boolean().default(false).describe('A failure is also written to the console'),
  onSuccess: z
    .enum(['reset', 'reset-and-close'])
    .default('reset')
    .describe('What happens to the form when it was sent'),
})
export type Contract = z.infer<typeof contract>
