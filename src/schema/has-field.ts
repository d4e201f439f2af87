import { z } from 'zod'

/** Reports whether a value is the schema of an object with a literal field, such as `type` or `kind`. */
export function hasField(schema: unknown, field: string, literal?: string): boolean {
  const type: unknown = schema instanceof z.ZodObject ? schema.shape[field] : undefined
  return type instanceof z.ZodLiteral && (literal === undefined || type.values.has(literal))
}
