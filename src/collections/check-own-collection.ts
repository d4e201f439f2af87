import { z } from 'zod'
import { motifSchema } from '../drawings/motif-schema.ts'
import { checkResults } from '../schema/own-code-error.ts'
import { expiringPartsSchema } from '../sections/section-results.ts'
import type { Collection, CollectionPages } from './collection.ts'

/** Fields that every entry with a page has, in addition to those of its schema. */
const ENTRY_FIELDS = ['slug', 'file', 'folder', 'path', 'html', 'headings', 'words', 'markdown']

const isFunction = z.custom((value) => typeof value === 'function', 'expected a function')
const text = z.string()
/** What the functions of a collection's pages return. */
const results = {
  name: text,
  parent: z.object({ label: text, to: text }).optional(),
  view: z.array(z.looseObject({ type: text })),
  card: z.object({ label: text, title: text, drawing: motifSchema }),
  structuredData: z.array(z.looseObject({})).optional(),
  listFrameOrigins: z.array(text).optional(),
  expiringParts: expiringPartsSchema,
  modified: text.optional(),
  feed: z.object({ published: text, author: text, category: text, summary: text, html: text.optional() }),
  markdown: text,
  anchors: z.array(text).optional(),
  lists: text.optional(),
} satisfies Partial<Record<keyof CollectionPages<never, never>, z.ZodType>>

/** Reports whether an export of own code is a collection; its definition may still be wrong. */
export function isCollection(value: unknown): value is Collection {
  return typeof value === 'object' && value !== null && 'folders' in value
}

/** A mistake in the definition of a collection. */
export interface DefinitionMistake {
  /** The wrong property. */
  property: string
  /** The wrong value. */
  value?: unknown
  message: string
  isInPages: boolean
}

/** Lists the mistakes in the definition of an own collection. TypeScript finds them too, but not every project runs it. */
export function listDefinitionMistakes(collection: Collection): DefinitionMistake[] {
  const { error } = createDefinitionSchema(collection.schema).safeParse(collection, { reportInput: true })
  return (error?.issues ?? []).map(({ path, message, input }) => {
    const property = String(path.findLast((key) => typeof key === 'string'))
    const isInPages = path[0] === 'pages'
    return { property, value: input, isInPages, message: `\`${path.join('.')}\`: ${message}` }
  })
}

function createDefinitionSchema(schema: unknown) {
  const shape = schema instanceof z.ZodObject ? Object.keys(schema.shape) : undefined
  const isField = (name: string) => shape === undefined || [...shape, ...ENTRY_FIELDS].includes(name)
  const unknownField = { error: ({ input }: { input?: unknown }) => `the schema has no field \`${input}\`` }
  const field = text.refine(isField, unknownField)
  const orderField = text.refine((name) => isField(name.replace(/^-/, '')), unknownField)
  const hasOnlyFields = (path: string) => [...path.matchAll(/\{([^{}]*)\}/g)].every(([, name = '']) => isField(name))
  return z.object({
    name: text,
    folders: z.record(text, z.object({ kind: text, next: text, address: text.startsWith('/').optional() })),
    extension: z.enum(['.yaml', '.md']),
    schema: z.instanceof(z.ZodType, { error: 'expected a Zod schema' }),
    order: z.array(orderField).optional(),
    from: field.optional(),
    until: field.optional(),
    unique: field.optional(),
    pages: z
      .object({
        path: text.startsWith('/').refine(hasOnlyFields, 'each name in braces must be `folder`, `slug` or a field'),
        title: z.array(field).min(1),
        description: field,
        name: isFunction,
        view: isFunction,
        card: isFunction,
      })
      .optional(),
  })
}

/**
 * Returns an own collection whose functions check what they return. Omits what is defined wrongly: the collection, or
 * only its pages. `site check` reports it.
 */
export function checkOwnCollection(ownFile: string, collection: Collection): Collection[] {
  const mistakes = listDefinitionMistakes(collection)
  if (mistakes.some(({ isInPages }) => !isInPages)) return []
  const { pages, ...files } = collection
  return [pages && mistakes.length === 0 ? { ...files, pages: checkResults(ownFile, pages, results) } : files]
}
