import { z } from 'zod'
import { valueAt } from '../value-at.ts'

/** Maximum nesting depth, more than any content needs. */
const MAX_DEPTH = 20
/** Rejects names that all objects inherit, such as `constructor`. */
const isName = (name: string) => !(name in {})

/** Path of a value in a file. List indexes start at 0. */
export const FieldPath = z
  .array(z.union([z.string().refine(isName, 'not a valid field name'), z.int().min(0)]))
  .min(1)
  .max(MAX_DEPTH)
  .readonly()
const value = z
  .unknown()
  .refine((input) => isContent(input, MAX_DEPTH), `no null, no special names, and at most ${MAX_DEPTH} levels`)

export const ValueChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set'), path: FieldPath, value }).describe('Sets a value, or adds a field'),
  z.object({ kind: z.literal('remove'), path: FieldPath }),
  z.object({ kind: z.literal('insert'), path: FieldPath, value }).describe('Inserts an entry at an index'),
  z.object({ kind: z.literal('move'), path: FieldPath, to: z.int().min(0) }),
])
export type ValueChange = z.infer<typeof ValueChange>

/** Thrown if a change cannot be made without reformatting the YAML around it. The message says what to do instead. */
export class YamlEditError extends Error {}

/** Returns a copy of the data with the change applied. */
export function applyChange(data: unknown, change: ValueChange): unknown {
  const copy = structuredClone(data)
  const last = change.path.at(-1) as string
  const parent = valueAt(copy, change.path.slice(0, -1))
  if (Array.isArray(parent)) {
    const index = Number(last)
    if (change.kind === 'set') parent[index] = change.value
    if (change.kind === 'remove') parent.splice(index, 1)
    if (change.kind === 'insert') parent.splice(index, 0, change.value)
    if (change.kind === 'move') parent.splice(change.to, 0, ...parent.splice(index, 1))
  } else if (change.kind === 'remove') delete (parent as Record<string, unknown>)[last]
  else if (change.kind === 'set') (parent as Record<string, unknown>)[last] = change.value
  return copy
}

/** Reports whether a value has at most the maximum number of levels. */
export function isShallow(input: unknown, depth = MAX_DEPTH): boolean {
  if (typeof input !== 'object' || input === null) return true
  return depth > 0 && Object.values(input).every((inner) => isShallow(inner, depth - 1))
}

/** Reports whether a value may be written to a content file. */
function isContent(input: unknown, depth: number): boolean {
  if (typeof input === 'number') return Number.isFinite(input)
  if (typeof input !== 'object') return input !== undefined
  if (input === null || depth === 0) return false
  return Object.keys(input).every(isName) && Object.values(input).every((inner) => isContent(inner, depth - 1))
}
