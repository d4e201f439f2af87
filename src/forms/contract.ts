import { z } from 'zod'
import { objectOf } from '../schema/list-of.ts'
import { sitePath, slug } from '../schema/text.ts'
import { keepSchema } from './keep.ts'
import { conditionSchema, fieldNameSchema, line, outcomeSchema } from './kinds/field-schema.ts'
import * as kinds from './kinds/list.ts'

/**
 * This file defines the schema of form contracts (content/forms/*.yaml), which the page, the checks, the relay and the
 * docs share. Browsers never load this file or the field types, because both use zod.
 */
export type AnyFieldType = (typeof kinds)[keyof typeof kinds]
type FieldSchema = AnyFieldType['schema']

const schemas = Object.values(kinds).map(({ schema }) => schema)
export const anyFieldSchema = z.discriminatedUnion('kind', schemas as [FieldSchema, ...FieldSchema[]])
export type Field = z.infer<typeof anyFieldSchema>

const group = z.strictObject({
  title: line.optional().describe('Heading of the group'),
  when: conditionSchema.optional().describe('Ask only if this condition holds'),
  fields: z.array(anyFieldSchema).min(1).describe('Fields, in order'),
})

const mailText = z.strictObject({
  subject: line.max(120).describe('Subject of the email'),
  body: z.string().trim().min(1).max(2000).describe('Text of the email; separate paragraphs with blank lines'),
})

export const contractSchema = z.strictObject({
  formType: slug.describe('Name of the form in requests and in the inbox'),
  endpoint: z
    .enum(['send-form-submission', 'submit-application'])
    .describe('Endpoint of the relay; submit-application identifies the form by its fixed or given values'),
  delivery: z
    .enum(['relay', 'console'])
    .default('relay')
    .describe('relay: send to the relay; console: only log in the browser, send nothing'),
  title: line.describe('Name of the form, for screen readers, emails, the inbox and pages of the relay'),
  fixed: z
    .record(fieldNameSchema, line.meta({ sent: true }))
    .default({})
    .describe('Fixed values sent with every submission, by name'),
  given: z.array(fieldNameSchema).default([]).describe('Names of values that the page provides, such as the job title'),
  groups: z.array(group).min(1).describe('Groups of fields, in order'),
  steps: z.boolean().optional().describe('true: browsers show one group at a time; default: all groups at once'),
  submit: objectOf('Submit button', {
    label: line.describe('Button text'),
    busy: line.describe('Button text while the form is being sent'),
    note: line.optional().describe('Small text beside the button'),
  }),
  cancel: line.optional().describe('Text of the cancel button; without it, there is no button'),
  success: outcomeSchema
    .extend({
      tone: z.enum(['ok', 'error']).optional().describe('ok: green (default); error: red'),
      page: sitePath.meta({ link: true }).optional().describe('Page that opens after success, also without JavaScript'),
    })
    .describe('Notification after success'),
  failure: outcomeSchema.describe('Notification after a failure'),
  mail: z
    .strictObject({
      subject: line.max(120).describe('Type of submission, such as Application'),
      about: z
        .array(fieldNameSchema)
        .default([])
        .describe('Names of fields whose answers to add, such as the job title'),
      from: z.array(fieldNameSchema).default(['name']).describe('Names of the values that identify the sender'),
      to: fieldNameSchema
        .optional()
        .describe(
          'Name of a field with options, or jobTitle or jobDepartment in the application form, whose answer chooses the recipient in the settings of the relay',
        ),
    })
    .optional()
    .describe(
      'Email to the team: its subject, such as "Application, Analyst: Ada Rivers" (default: the title of the form and the answer to `name`, if there is one), and its recipient',
    ),
  thanks: z
    .strictObject({ heading: line.describe('Heading of the page'), text: line.describe('Text of the page') })
    .describe('Page shown after a submission without JavaScript, unless success has a page'),
  confirmation: mailText
    .optional()
    .describe('Confirmation email to the visitor, with only this text; without it, no email is sent'),
  optIn: mailText
    .optional()
    .describe('Text above the consent and the link in the email to confirm a consent that has confirm'),
  keep: keepSchema
    .optional()
    .describe('How long the relay keeps submissions, such as 180 days; default: the settings of the relay'),
  proofOfWork: z
    .boolean()
    .optional()
    .describe(
      'true: browsers solve a small task before they send the form, and the relay holds submissions without its solution as spam; default: false',
    ),
  logFailure: z.boolean().default(false).describe('Whether to log failures to the browser console'),
  onSuccess: z.enum(['reset', 'reset-and-close']).default('reset').describe('What happens to the form once it is sent'),
})
export type Contract = z.infer<typeof contractSchema>

/** A contract as pages contain it, with data that only some forms need and that other forms therefore omit. */
export type ShownContract = Contract & {
  /** Class of a form with conditions or steps, for its styles. */
  guided?: 'guided' | undefined
  /** Labels of a form with steps. */
  stepLabels?: Record<'stepBack' | 'stepNext' | 'stepProgress', string>
}
