import type { z } from 'zod'
import type { ValuePath } from '../yaml/source.ts'
import { definitionOf } from './marked-fields.ts'

/** Lists the field names that the schema defines at a path in the data; empty if it accepts any name. */
export function listKnownKeys(schema: z.ZodType, data: unknown, path: ValuePath): string[] {
  const { innerType, in: input, getter, options, shape, element, valueType } = definitionOf(schema)
  // Optional and default values, pipes and recursive schemas wrap another schema.
  const inner = innerType ?? input ?? getter?.()
  if (inner) return listKnownKeys(inner, data, path)
  if (options) return options.flatMap((option) => (fits(option, data) ? listKnownKeys(option, data, path) : []))
  const [step, ...rest] = path
  if (step === undefined) return Object.keys(shape ?? {})
  const child = shape?.[step] ?? element ?? valueType
  return child ? listKnownKeys(child, (data as Record<PropertyKey, unknown> | undefined)?.[step], rest) : []
}

/** Reports whether the data's discriminator fields select this option of a union. */
function fits(option: z.ZodType, data: unknown): boolean {
  const chosenBy = option._zod.propValues ?? {}
  return Object.entries(chosenBy).every(([key, values]) =>
    values.has((data as Record<string, never> | undefined)?.[key] as never),
  )
}
