import { z } from 'zod'
import { valueAt } from '../../content/value-at.ts'

/** Deeper than any content. */
const LEVELS = 20
/** Rejects names that every object inherits, such as `constructor`. */
const isName = (name: string) => !(name in {})

/** Path of a value in a file; list entries are counted from 0. */
export const FieldPath = z
  .array(z.union([z.string().refine(isName), z.int().min(0)]))
  .min(1)
  .max(LEVELS)
  .readonly()
const path = FieldPath
const value = z.unknown().refine((given) => isContent(given, LEVELS))

/** A change of one value. */
export const Change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set'), path, value }).describe('Writes a value, or a field that was not there'),
  z.object({ kind: z.literal('remove'), path }),
  z.object({ kind: z.literal('insert'), path, value }).describe('Puts an entry before the one that stands there'),
  z.object({ kind: z.literal('move'), path, to: z.int().min(0) }),
])
export type Change = z.infer<typeof Change>

/** Replaces the body of a markdown file. */
const BodyChange = z.object({ kind: z.literal('body'), text: z.string() })
export const FileChange = z.union([BodyChange, Change])
export type FileChange = z.infer<typeof FileChange>

/** Changes of a file, in order. */
export const Edit = z.object({
  file: z.string().describe('Relative to the parent of the content folder'),
  version: z.string().describe('Version of the file when it was read'),
  changes: z.array(FileChange).max(200),
})
export type Edit = z.infer<typeof Edit>

/** Returns the data of a file after a change. */
export function applyChange(data: unknown, change: Change): unknown {
  const copy = structuredClone(data)
  const last = change.path.at(-1) as string
  const holder = valueAt(copy, change.path.slice(0, -1))
  if (Array.isArray(holder)) {
    const place = Number(last)
    if (change.kind === 'set') holder[place] = change.value
    if (change.kind === 'remove') holder.splice(place, 1)
    if (change.kind === 'insert') holder.splice(place, 0, change.value)
    if (change.kind === 'move') holder.splice(change.to, 0, ...holder.splice(place, 1))
  } else if (change.kind === 'remove') delete (holder as Record<string, unknown>)[last]
  else if (change.kind === 'set') (holder as Record<string, unknown>)[last] = change.value
  return copy
}

/** Reports whether a value can be content. */
function isContent(given: unknown, levels: number): boolean {
  if (typeof given === 'number') return Number.isFinite(given)
  if (typeof given !== 'object') return given !== undefined
  if (given === null || levels === 0) return false
  return Object.keys(given).every(isName) && Object.values(given).every((inner) => isContent(inner, levels - 1))
}
