import { z } from 'zod'
import { valueAt } from '../../content/value-at.ts'

/** Deeper than any content. */
const LEVELS = 20
/** No name that every object has: a field of that name could be taken for what the language means by it. */
const isName = (name: string) => !(name in {})

/** Where a value stands in a file. The last step of that of a list entry is its place, from 0. */
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

/** The text under the fields of a markdown file takes another. */
const BodyChange = z.object({ kind: z.literal('body'), text: z.string() })
export const FileChange = z.union([BodyChange, Change])
export type FileChange = z.infer<typeof FileChange>

/** Changes of a file, made one after another. */
export const Edit = z.object({
  file: z.string().describe('Relative to the parent of the content folder'),
  version: z.string().describe('That of the file when it was read'),
  changes: z.array(FileChange).max(200),
})
export type Edit = z.infer<typeof Edit>

/** What the data of a file are after a change of a value that is there. */
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

/** What YAML can say and content says. */
function isContent(given: unknown, levels: number): boolean {
  if (typeof given === 'number') return Number.isFinite(given)
  if (typeof given !== 'object') return given !== undefined
  if (given === null || levels === 0) return false
  return Object.keys(given).every(isName) && Object.values(given).every((inner) => isContent(inner, levels - 1))
}
