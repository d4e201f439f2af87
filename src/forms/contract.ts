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
  success: outcome
    .extend({ tone: z.enum(['ok', 'error']).optional().describe('ok, as without it: in green; error: in red') })
    .describe('Notice when it was sent'),
  failure: outcome.describe('Notice when it could not be sent'),
  mail: z
    .strictObject({
      subject: line.max(120).describe('What was sent, such as Application'),
      about: z.array(name).default([]).describe('Names of the values that follow it, such as the job title'),
      from: z.array(name).default(['name']).describe('Names of the values that say who sent it'),
    })
    .optional()
    .describe('Subject of the mail to the team: "Application, Analyst: Ada Rivers"; without it the title and the name'),
  thanks: z
    .strictObject({ heading: line.describe('Heading of the page'), text: line.describe('Text of the page') })
    .describe('Page shown after a post without scripting'),
  confirmation: z
    .strictObject({
      subject: line.max(120).describe('Subject of the mail'),
      body: z.string().trim().min(1).max(2000).describe('Text of the mail; paragraphs are parted by blank lines'),
    })
    .optional()
    .describe('Mail to the visitor that what was sent has arrived, in these words alone; without it none is sent'),
  logFailure: z.boolean().default(false).describe('A failure is also written to the console'),
  onSuccess: z
    .enum(['reset', 'reset-and-close'])
    .default('reset')
    .describe('What happens to the form when it was sent'),
})
export type Contract = z.infer<typeof contract>
