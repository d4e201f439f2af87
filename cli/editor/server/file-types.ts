import { collections } from '@northshelf/site/collections/list.ts'
import { type Single, singles } from '@northshelf/site/collections/singles.ts'
import type { z } from 'zod'
import { placeEntry } from '../../content/place.ts'
import { toJsonSchema } from '../../scaffold/schema/json-schema.ts'
import type { Node } from '../../scaffold/schema/node.ts'
import { Refused } from './http-errors.ts'

/** What files of a kind may say: those of a collection, or one that stands by itself. */
export interface Kind {
  /** Of the collection, or of the file. */
  name: string
  schema: z.ZodType
  /** Whether the file is one of many, which can have another name or go. */
  isEntry: boolean
}

/** What a file is, by its place. @throws Refused for what is no file of the content */
export function kindOf(file: string): Kind {
  const entry = placeEntry(file)
  if (entry && 'slug' in entry) return { name: entry.collection.name, schema: entry.collection.schema, isEntry: true }
  const name = Object.keys(singles).find((one) => file.slice(file.indexOf('/')) === `/${one}.yaml`)
  if (name) return { name, schema: singles[name as Single].schema, isEntry: false }
  throw new Refused(`${JSON.stringify(file)} is no file of the content.`, 404)
}

/** What files of a kind may say, as JSON Schema. @throws Refused for a kind that there is not */
export function describeKind(kind: string): Node {
  const own = Object.hasOwn(singles, kind) ? singles[kind as Single] : undefined
  const schema = collections.find(({ name }) => name === kind)?.schema ?? own?.schema
  if (!schema) throw new Refused(`There is no kind of content "${kind}".`, 404)
  return toJsonSchema(schema)
}
