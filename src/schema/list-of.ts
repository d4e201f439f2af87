import { z } from 'zod'

/** Creates a schema for a list of `min` to `max` objects that have exactly the given fields. */
export function listOf<S extends z.ZodRawShape>(min: number, max: number, shape: S) {
  return z.array(z.strictObject(shape)).min(min).max(max)
}
