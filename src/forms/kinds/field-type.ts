import type { z } from 'zod'
import type { MessageLabel } from '../message-labels.ts'
import type { AnswerCodec } from './answer.ts'
import type { FieldBase } from './field-schema.ts'
import type { FieldView } from './field-view.tsx'

/** A contradiction in a field's definition. `path` is relative to the field. `site explain` explains each rule. */
export interface FieldDefinitionProblem {
  rule: 'form/lost' | 'form/refused' | 'form/range' | 'form/expired' | 'form/same-label' | 'form/hint'
  severity?: 'warning'
  path: readonly (string | number)[]
  message: string
  help: string
}

/** The behavior of a field type. The part that browsers need is repeated in `field.tsx`. */
interface Rules<F extends FieldBase, V> {
  /** Undefined for file fields, because files are attachments. */
  answer?: AnswerCodec<F, V>
  /** Checks a non-empty answer, with the same rules as the HTML attributes of the page. */
  check?(value: V, field: F): 'invalid' | 'too-long' | undefined
  example?(field: F): V
  /**
   * Formats a value for emails and the inbox. Accepts any value, because the field may have changed since the form was
   * submitted.
   * @param language if set, dates and amounts are written in this language
   */
  words?(value: string | number, field: F, language?: string): string
  /** Returns the link for the answer in emails, such as a `mailto:` link. */
  link?(value: string): string
  multiline?: true
  /** Whether the answer is an email address for replies. */
  replyTo?: true
  /** Whether answers identify a person. */
  personal?: true
  /** Site labels that are the default messages; by default, those for text. */
  messages?: { required?: MessageLabel; invalid?: MessageLabel }
  /**
   * Which messages for invalid answers the view shows: the contract's own, or also the default ones. By default, none,
   * because browsers have their own.
   */
  shownMessages?: 'own' | 'all'
  /** Returns what the view also needs to write numbers in a language other than English. */
  formats?(field: F, language: string): object
  /** Describes valid answers, for the forms reference. */
  limits(field: F): string
  /** @param today the UTC date */
  listProblems?(field: F, today: string): FieldDefinitionProblem[]
  /** Loads the part that browsers need. */
  view(): Promise<{ default: FieldView<F, V> }>
}

export type FieldType<F extends FieldBase, V, S = z.ZodType<F>> = Rules<F, V> & { schema: S }

/** Defines a field type. To make it available to contracts, add a line to list.ts. */
export function defineFieldType<S extends z.ZodType<FieldBase>, V = never>(
  schema: S,
  rules: Rules<z.infer<S>, V>,
): FieldType<z.infer<S>, V, S> {
  return { schema, ...rules }
}
