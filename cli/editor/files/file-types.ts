import { collections } from '@northshelf/site/collections/list.ts'
import { type SingleFileName, singleFileDefinitions } from '@northshelf/site/collections/single-files.ts'
import type { z } from 'zod'
import { parseEntryPath } from '../../content/entry-path.ts'
import { parseTranslationName } from '../../content/translations/translation-name.ts'
import { getTranslationSchema } from '../../content/translations/translation-schema.ts'
import { toJsonSchema } from '../../scaffold/schema/json-schema.ts'
import type { SchemaNode } from '../../scaffold/schema/node.ts'
import { HttpError } from './http-errors.ts'

/** A type of content file: a collection, or a single file such as site.yaml. */
export interface FileType {
  name: string
  schema: z.ZodType
  /** Whether the file belongs to a collection and can therefore be renamed and deleted. */
  isEntry: boolean
}

/** End of the type names of translations, such as `pages-translation`. */
const TRANSLATION = '-translation'

const findCollection = (name: string) => collections.find((collection) => collection.name === name)

/** Returns the type of the file at a path. @throws HttpError if the path is not a content file */
export function getFileType(file: string): FileType {
  const entry = parseEntryPath(file)
  if (entry) return { name: entry.collection.name, schema: entry.collection.schema, isEntry: true }
  const translation = parseTranslationName(file)
  if (translation) {
    const { name } = getFileType(translation.of)
    return { name: name + TRANSLATION, schema: getTranslationSchema(findCollection(name), name), isEntry: true }
  }
  const name = Object.keys(singleFileDefinitions).find((single) => file.slice(file.indexOf('/')) === `/${single}.yaml`)
  if (name) return { name, schema: singleFileDefinitions[name as SingleFileName].schema, isEntry: false }
  throw new HttpError(`${JSON.stringify(file)} is not a content file.`, 404)
}

/** Returns the JSON Schema for a type of file. @throws HttpError if the type is unknown */
export function getTypeSchema(kind: string): SchemaNode {
  if (kind.endsWith(TRANSLATION)) {
    const of = kind.slice(0, -TRANSLATION.length)
    return toJsonSchema(getTranslationSchema(findCollection(of), of))
  }
  const single = Object.hasOwn(singleFileDefinitions, kind) ? singleFileDefinitions[kind as SingleFileName] : undefined
  const schema = findCollection(kind)?.schema ?? single?.schema
  if (!schema) throw new HttpError(`Unknown content type "${kind}".`, 404)
  return toJsonSchema(schema)
}
