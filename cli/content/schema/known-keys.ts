import type { z } from 'zod'
import type { ValuePath } from '../yaml/source.ts'

/** Lists the field names that the schema defines at a path in the data; empty if it accepts any name. */
export function listKnownKeys(schema: z.core.$ZodType, data: unknown, path: ValuePath): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const [step, ...rest] = path
  const below = (inner: z.core.$ZodType | undefined) =>
    inner && step !== undefined
      ? listKnownKeys(inner, (data as Record<PropertyKey, unknown> | undefined)?.[step], rest)
      : []
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return listKnownKeys(def.innerType, data, path)
    case 'pipe':
      return listKnownKeys(def.in, data, path)
    case 'lazy':
      return listKnownKeys(def.getter(), data, path)
    case 'array':
      return below(def.element)
    case 'record':
      return below(def.valueType)
    case 'object':
      return step === undefined ? Object.keys(def.shape) : below(def.shape[String(step)])
    case 'union':
      return def.options.filter((option) => fits(option, data)).flatMap((option) => listKnownKeys(option, data, path))
    default:
      return []
  }
}

/** Reports whether the data's discriminator fields select this option of a union. */
function fits(option: z.core.$ZodType, data: unknown): boolean {
  const chosenBy = option._zod.propValues ?? {}
  return Object.entries(chosenBy).every(([key, values]) =>
    values.has((data as Record<string, never> | undefined)?.[key] as never),
  )
}
