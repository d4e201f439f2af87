import type { z } from 'zod'
import type { Answer } from './answer.ts'
import type { FieldBase } from './field-schema.ts'
import type { FieldView } from './field-view.tsx'

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
