import { z } from 'zod'

export const line = z.string().trim().min(1).max(200)

/** A notice to the visitor about a completed action. */
export const outcome = z.strictObject({
  title: line.optional().describe('Heading of the notice'),
  text: line.describe('What the notice says'),
})

export const name = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'a letter, then letters, digits and underscores: it is a name on the wire')

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

/** Properties of every field. */
export type FieldBase = z.infer<z.ZodObject<typeof base>> & { kind: string }

/** Returns the schema of a field type: the common properties and its own. */
export function fieldSchema<const N extends string, S extends z.ZodRawShape>(kind: N, about: string, shape: S) {
  return z.strictObject({ ...base, kind: z.literal(kind).describe(about), ...shape })
}
