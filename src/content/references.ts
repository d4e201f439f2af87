import type { z } from 'zod'
import type { CollectionName } from './text.ts'

/** A place in an entry that names another entry. */
export interface Reference {
  collection: CollectionName
  slug: string
  path: (string | number)[]
}

interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  valueType?: z.ZodType
  options?: z.ZodType[]
  in?: z.ZodType
}

/** Lists the references in a value, read from the same schema that checked it. */
export function listReferences(schema: z.ZodType, value: unknown, path: (string | number)[] = []): Reference[] {
  const collection = schema.meta()?.reference as CollectionName | undefined
  if (collection) return typeof value === 'string' ? [{ collection, slug: value, path }] : []
  const definition = (schema as unknown as { def: Definition }).def
  if (definition.innerType) return listReferences(definition.innerType, value, path)
  if (definition.type === 'pipe' && definition.in) return listReferences(definition.in, value, path)
  if (definition.options) {
    const match = definition.options.find((option) => option.safeParse(value).success)
    return match ? listReferences(match, value, path) : []
  }
  if (Array.isArray(value)) {
    const { element } = definition
    return element ? value.flatMap((item, index) => listReferences(element, item, [...path, index])) : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => {
    const child = definition.shape?.[key] ?? definition.valueType
    return child ? listReferences(child, item, [...path, key]) : []
  })
}
