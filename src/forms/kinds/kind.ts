import type { z } from 'zod'
import type { Answer } from './answer.ts'
import type { FieldBase } from './field-schema.ts'
import type { FieldView } from './field-view.tsx'

/** A contradiction in the definition of a field; `path` begins at the field. `site explain` explains each rule. */
export interface FieldFault {
  rule: 'form/lost' | 'form/refused' | 'form/range'
  severity?: 'warning'
  path: readonly (string | number)[]
  message: string
  help: string
}

/** The behaviour of a field type. Its `field.tsx` repeats the part that browsers need. */
interface Rules<F extends FieldBase, V> {
  /** Undefined for files, which are attachments. */
  answer?: Answer<F, V>
  /** Checks a non-empty answer, with the same rules as the HTML attributes of the page. */
  check?(value: V, field: F): 'invalid' | 'too-long' | undefined
  /** Returns a valid answer. */
  example?(field: F): V
  /** Formats a value for emails and the inbox. Accepts any value, because the form may have changed since. */
  words?(value: string | number, field: F): string
  /** Returns the address that emails link the answer to, such as `mailto:`. */
  link?(value: string): string
  /** The answer may have several lines. */
  multiline?: true
  /** The answer is the address for replies. */
  replyTo?: true
  /** Describes valid answers, for the reference of the forms. */
  limits(field: F): string
  faults?(field: F, endpoint: string): FieldFault[]
  /** Loads the part that browsers need. */
  view(): Promise<{ default: FieldView<F, V> }>
}

export type Kind<F extends FieldBase, V, S = z.ZodType<F>> = Rules<F, V> & { schema: S }

/** Defines a field type. Its line in list.ts makes it available to contracts. */
export function defineKind<S extends z.ZodType<FieldBase>, V = never>(
  schema: S,
  rules: Rules<z.infer<S>, V>,
): Kind<z.infer<S>, V, S> {
  return { schema, ...rules }
}
