import { z } from 'zod'

export const line = z.string().trim().min(1).max(200)

/** A notification about the outcome of an action. */
export const outcomeSchema = z.strictObject({
  title: line.optional().describe('Heading of the notification'),
  text: line.describe('Text of the notification'),
})

export const fieldNameSchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'a letter, then letters, digits and underscores')

export const conditionSchema = z.strictObject({
  field: fieldNameSchema.describe('Name of an earlier field with options'),
  is: z
    .array(z.string().min(1).max(60).meta({ sent: true }))
    .min(1)
    .describe('Values of its options, one of which the visitor must have chosen'),
  hint: z.string().trim().min(1).optional().describe('Hint shown without JavaScript; default: label conditionHint'),
})

const base = {
  name: fieldNameSchema.describe('Field name in requests'),
  label: line.describe('Label of the field'),
  hint: line.optional().describe('Hint above the field'),
  required: z.boolean().default(false).describe('Whether an answer is required'),
  prefill: z.boolean().optional().describe('true: fill in the value of the URL parameter with the name of the field'),
  when: conditionSchema.optional().describe('Ask only if this condition holds'),
  messages: z
    .strictObject({
      required: line.optional().describe('Message if the answer is missing'),
      invalid: line.optional().describe('Message if the answer is invalid'),
    })
    .optional()
    .describe('Messages that replace the default ones'),
}

/** Properties that every field has. */
export type FieldBase = z.infer<z.ZodObject<typeof base>> & { kind: string }

/** Returns the schema for a field type, with the common properties and those in `shape`. */
export function createFieldSchema<const N extends string, S extends z.ZodRawShape>(kind: N, about: string, shape: S) {
  return z.strictObject({ ...base, kind: z.literal(kind).describe(about), ...shape })
}
