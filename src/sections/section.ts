import { z } from 'zod'
import { hasField } from '../schema/has-field.ts'
import { sections } from './list.ts'

type Sections = typeof sections
type Schema = Extract<Sections[keyof Sections], { schema: z.ZodObject }>['schema']

const schemas = Object.values(sections).flatMap((definition): Schema[] =>
  // An own section may export something else as its schema; `site check` reports it.
  'schema' in definition && hasField(definition.schema, 'type') ? [definition.schema] : [],
)

/** A section of a page, as written in content files. `type` selects its schema. */
export const sectionSchema = z.discriminatedUnion('type', schemas as [Schema, ...Schema[]])
export type Section = z.infer<Schema>
