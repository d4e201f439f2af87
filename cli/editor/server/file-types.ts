import { collections } from '@northshelf/site/collections/list.ts'
import { type Single, singles } from '@northshelf/site/collections/singles.ts'
import type { z } from 'zod'
import { placeEntry } from '../../content/place.ts'
import { toJsonSchema } from '../../scaffold/schema/json-schema.ts'
import type { Node } from '../../scaffold/schema/node.ts'
import { HttpError } from './http-errors.ts'

/** A type of content file: a collection, or a single file such as site.yaml. */
export interface Kind {
  name: string
  schema: z.ZodType
  /** Whether the file belongs to a collection and can therefore be renamed and deleted. */
  isEntry: boolean
}

/** Returns the type of the file at a path. @throws HttpError if the path is not a content file */
export function kindOf(file: string): Kind {
  const entry = placeEntry(file)
  if (entry && 'slug' in entry) return { name: entry.collection.name, schema: entry.collection.schema, isEntry: true }
  const name = Object.keys(singles).find((single) => file.slice(file.indexOf('/')) === `/${single}.yaml`)
  if (name) return { name, schema: singles[name as Single].schema, isEntry: false }
  throw new HttpError(`${JSON.stringify(file)} is not a content file.`, 404)
}

/** Returns the JSON Schema for a type of file. @throws HttpError if the type is unknown */
export function describeKind(kind: string): Node {
  const single = Object.hasOwn(singles, kind) ? singles[kind as Single] : undefined
  const schema = collections.find(({ name }) => name === kind)?.schema ?? single?.schema
  if (!schema) throw new HttpError(`Unknown content type "${kind}".`, 404)
  return toJsonSchema(schema)
}
