import { z } from 'zod'

/** Returns a schema for a list of `min` to `max` objects that have exactly the given fields. */
export function listOf<S extends z.ZodRawShape>(min: number, max: number, shape: S) {
  return z.array(z.strictObject(shape)).min(min).max(max)
}

/** Returns a schema for an object that has exactly the given fields. */
export function objectOf<S extends z.ZodRawShape>(description: string, shape: S) {
  return z.strictObject(shape).describe(description)
}
