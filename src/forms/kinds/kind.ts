import { z } from 'zod'
import type { Answer } from '../answers.ts'
import type { FieldView } from './field-view.tsx'

export const line = z.string().trim().min(1).max(200)

/** What a visitor is told when something has come to an end. */
export const outcome = z.strictObject({
  title: line.optional().describe('Heading of the notice'),
  text: line.describe('What the notice says'),
})

/** A name on the wire. */
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

/** What every field has, whatever its kind. */
export type FieldBase = z.infer<z.ZodObject<typeof base>> & { kind: string }

/** What a contract says of a field of a kind: what every field has, and what only this kind has. */
export function fieldSchema<const N extends string, S extends z.ZodRawShape>(kind: N, about: string, shape: S) {
  return z.strictObject({ ...base, kind: z.literal(kind).describe(about), ...shape })
}

/** What a field promises and cannot keep; `path` begins at the field. Each rule is explained by `site explain`. */
export interface FieldFault {
  rule: 'form/lost' | 'form/refused' | 'form/range'
  severity?: 'warning'
  path: readonly (string | number)[]
  message: string
  help: string
}

/** All that a kind of field is. What browsers need of it is once more in its `field.tsx`. */
interface Rules<F extends FieldBase, V> {
  /** Files have none: they are attachments. */
  answer?: Answer<F, V>
  /** Whether an answer that is not empty fits, by the rules that the page states as HTML attributes. */
  check?(value: V, field: F): 'invalid' | 'too-long' | undefined
  /** An answer as a visitor gives it. */
  example?(field: F): V
  /** How people read one value, in mails and in the inbox; as it is without it. Takes any: the form may have changed since. */
  words?(value: string | number, field: F): string
  /** The address that a mail links an answer to, such as `mailto:`. */
  link?(value: string): string
  /** The answer may have several lines. */
  multiline?: true
  /** The answer is an address that the mail is answered to. */
  replyTo?: true
  /** What may be sent, for the reference of the forms. */
  limits(field: F): string
  faults?(field: F, endpoint: string): FieldFault[]
  /** The half of it that is shown; loaded only by who shows forms. */
  view(): Promise<{ default: FieldView<F, V> }>
}

export type Kind<F extends FieldBase, V, S = z.ZodType<F>> = Rules<F, V> & { schema: S }

/** A kind of field. Its line in list.ts makes it part of every contract. */
export function defineKind<S extends z.ZodType<FieldBase>, V = never>(
  schema: S,
  rules: Rules<z.infer<S>, V>,
): Kind<z.infer<S>, V, S> {
  return { schema, ...rules }
}
