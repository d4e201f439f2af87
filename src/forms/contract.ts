import { z } from 'zod'
import { line, name, outcome } from './kinds/field-schema.ts'
import * as kinds from './kinds/list.ts'

/**
 * Schema of a form contract (content/forms/*.yaml), shared by the page, the checks in browser and relay, and the docs.
 * Only this file and the field types use zod; browsers never load it.
 */
export type Kinds = (typeof kinds)[keyof typeof kinds]

const schemas = Object.values(kinds).map(({ schema }) => schema)
export const field = z.discriminatedUnion('kind', schemas as [Kinds['schema'], ...Kinds['schema'][]])
export type Field = z.infer<typeof field>

export const contract = z.strictObject({
  formType: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'lower-case letters, digits and single dashes')
    .describe('Name of the form in posts and in the inbox'),
  endpoint: z
    .enum(['send-form-submission', 'submit-application'])
    .describe('Endpoint of the relay; submit-application accepts files'),
  delivery: z
    .enum(['relay', 'console'])
    .default('relay')
    .describe('console: values are only logged in the browser; nothing is sent'),
  title: line.describe('Heading of the form'),
  fixed: z.record(name, line).default({}).describe('Names and values added to every post'),
  given: z.array(name).default([]).describe('Names of values that the page fills in, such as the job title'),
  groups: z
    .array(
      z.strictObject({
        title: line.optional().describe('Heading of the group'),
        fields: z.array(field).min(1).describe('Fields, in order'),
      }),
    )
    .min(1)
    .describe('Groups of fields, in order'),
  submit: z
    .strictObject({
      label: line.describe('Label of the button'),
      busy: line.describe('Label while sending'),
      note: line.optional().describe('Small print next to the button'),
    })
    .describe('Submit button'),
  cancel: line.optional().describe('Label of the cancel button; no button if missing'),
  success: outcome
    .extend({ tone: z.enum(['ok', 'error']).optional().describe('ok (default): green; error: red') })
    .describe('Notice after a successful post'),
  failure: outcome.describe('Notice if the post fails'),
  mail: z
    .strictObject({
      subject: line.max(120).describe('Kind of submission, such as Application'),
      about: z.array(name).default([]).describe('Names of the values added to it, such as the job title'),
      from: z.array(name).default(['name']).describe('Names of the values that identify the sender'),
    })
    .optional()
    .describe(
      'Subject of the mail to the team, such as "Application, Analyst: Ada Rivers"; default: form title and sender',
    ),
  thanks: z
    .strictObject({ heading: line.describe('Heading of the page'), text: line.describe('Text of the page') })
    .describe('Page shown after a post without JavaScript'),
  confirmation: z
    .strictObject({
      subject: line.max(120).describe('Subject of the mail'),
      body: z.string().trim().min(1).max(2000).describe('Text of the mail; blank lines separate paragraphs'),
    })
    .optional()
    .describe('Confirmation mail to the visitor with exactly this text; no mail if missing'),
  logFailure: z.boolean().default(false).describe('Also log failures to the console'),
  onSuccess: z
    .enum(['reset', 'reset-and-close'])
    .default('reset')
    .describe('What the form does after a successful post'),
})
export type Contract = z.infer<typeof contract>
