import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { hash } from '../../cache.mjs'
import { isShallow, ValueChange } from '../../content/yaml/value-change.ts'
import { MAX_NAME_LENGTH, NAME_PATTERN, NAME_RULE } from './set-name.ts'

/** Maximum size of a text in an edit, in characters, and of a picture, in base64 characters. */
const MAX_TEXT = 500_000
const MAX_PICTURE = 6_000_000
export const MAX_EDITS = 500

const file = z.string().max(300).describe('Path such as content/blog/new-oven.md')
const text = z.string().max(MAX_TEXT)
/**
 * What an edit replaces: the value, the number of list entries before an insertion, or the hash of a deleted file; null
 * if there was no value. Edits without it are applied to whatever the file contains.
 */
const was = z
  .unknown()
  .optional()
  .refine((value) => isShallow(value), 'has too many levels')
/** Text for a line of a list, such as in a terminal. */
const line = z.string().regex(/^\P{C}*$/u, 'must not contain control characters')
const [set, remove, insert, move] = ValueChange.options

/** One edit of a change set. Paths refer to the content after the previous edits. */
export const ContentEdit = z.discriminatedUnion('kind', [
  set.extend({ file, was }).strict().describe('Sets a value, or adds a field'),
  remove.extend({ file, was }).strict().describe('Removes a field or a list entry'),
  insert.extend({ file, was }).strict().describe('Inserts a list entry at an index'),
  move.extend({ file, was }).strict().describe('Moves a list entry to another index'),
  z.strictObject({ kind: z.literal('body'), file, text, was }).describe('Replaces the Markdown below the fields'),
  z
    .strictObject({ kind: z.literal('replace'), file, find: text.min(1), text })
    .describe('Replaces text that occurs exactly once in the file; also works in files with YAML errors'),
  z.strictObject({ kind: z.literal('create'), file, text }).describe('Creates a content file'),
  z.strictObject({ kind: z.literal('delete'), file, was }).describe('Deletes an entry that nothing refers to'),
  z
    .strictObject({ kind: z.literal('rename'), from: z.string().max(300), to: z.string().max(200) })
    .describe('Renames an entry, a fact, a picture or a download, and updates all references, as site rename does'),
  z
    .strictObject({
      kind: z.literal('picture'),
      file,
      base64: z.base64().max(MAX_PICTURE, 'must be smaller than 4.5 MB'),
    })
    .describe('Adds a picture to the images folder'),
])
export type ContentEdit = z.infer<typeof ContentEdit>

export const ChangeSetName = z
  .string()
  .max(MAX_NAME_LENGTH)
  .regex(new RegExp(`^${NAME_PATTERN}$`), `use ${NAME_RULE}`)

/** A named, ordered list of edits, which a person can review before they are applied. */
export const ChangeSet = z.strictObject({
  version: z.literal(1).default(1),
  title: line.max(200).optional().describe('What the changes are for'),
  author: line.max(100).optional().describe('Who proposed them, such as editor or the name of an agent'),
  owner: line.max(254).optional().describe('Email address of the person who made the edits in the studio'),
  base: z.string().max(64).optional().describe('The commit on which the edits were made'),
  approved: z.string().max(64).optional().describe('Hash of the edits that a person has approved'),
  ready: z
    .strictObject({ hash: z.string().max(64), by: line.max(100), note: z.string().max(2000).optional() })
    .optional()
    .describe('Request to publish the edits with this hash'),
  sentBack: z
    .strictObject({ by: line.max(100), reason: z.string().max(2000) })
    .optional()
    .describe('Why a person sent the edits back'),
  edits: z
    .array(ContentEdit)
    .min(1)
    .max(MAX_EDITS, `more than ${MAX_EDITS} edits; publish, apply or discard some of them first`),
})
export type ChangeSet = z.infer<typeof ChangeSet>

/** Returns the hash that approves exactly these edits. */
export function hashEdits(edits: readonly ContentEdit[]): string {
  return hash(JSON.stringify(edits))
}

export function isApproved({ approved, edits }: ChangeSet): boolean {
  return approved === hashEdits(edits)
}

export function isReady({ ready, edits }: ChangeSet): boolean {
  return ready?.hash === hashEdits(edits)
}

/**
 * Appends edits. A new edit takes the place of an earlier one if both replace the same old value, because its author
 * saw the content without the earlier edit, or if it replaces the value that the earlier edit set; it then keeps the
 * old value of the earlier edit. A new edit is appended if an edit in between may have moved or renamed the value.
 */
export function appendEdits(earlier: readonly ContentEdit[], added: readonly ContentEdit[]): ContentEdit[] {
  const all = [...earlier]
  for (const edit of added) {
    const last = all.findLastIndex((other) => isRelated(other, edit))
    const continued = continueEdit(all[last], edit)
    if (continued) {
      all[last] = continued
      continue
    }
    const replaced = getReplacedValueKey(edit)
    const index = earlier.findLastIndex((other) => replaced !== undefined && getReplacedValueKey(other) === replaced)
    const isMoved = earlier.slice(index + 1).some(({ kind }) => MOVING.includes(kind))
    all.splice(index < 0 || isMoved ? all.length : index, 1, edit)
  }
  return all
}

const MOVING: readonly ContentEdit['kind'][] = ['insert', 'move', 'remove', 'rename']

/** Reports whether the order of two edits can matter. */
function isRelated(other: ContentEdit, edit: ContentEdit): boolean {
  if (other.kind === 'rename' || edit.kind === 'rename') return true
  if (other.file !== edit.file) return false
  const kinds = [other.kind, edit.kind]
  if (!kinds.every((kind) => kind === 'set' || kind === 'body')) return true
  if (other.kind !== 'set' || edit.kind !== 'set') return other.kind === edit.kind
  const { path } = edit
  return other.path.every((step, index) => index >= path.length || path[index] === step)
}

/** Merges two edits into one if the second replaces the value that the first one set; otherwise returns undefined. */
function continueEdit(last: ContentEdit | undefined, edit: ContentEdit): ContentEdit | undefined {
  const isBody = last?.kind === 'body' && edit.kind === 'body' && last.text === edit.was
  if (isBody) return { ...edit, was: last.was }
  if (last?.kind !== 'set' || edit.kind !== 'set' || last.path.length !== edit.path.length) return undefined
  return isDeepStrictEqual(last.value, edit.was) ? { ...edit, was: last.was } : undefined
}

/** Returns the edits that are not published. If a published edit set the same value, `was` becomes that value. */
export function removePublishedEdits(edits: readonly ContentEdit[], published: readonly ContentEdit[]): ContentEdit[] {
  const values = new Map(published.map((edit) => [getReplacedValueKey(edit), getNewValue(edit)]))
  return edits
    .filter((edit) => !published.some((other) => isDeepStrictEqual(other, edit)))
    .map((edit) => {
      const key = getReplacedValueKey(edit)
      return key !== undefined && values.has(key) ? ({ ...edit, was: values.get(key) } as ContentEdit) : edit
    })
}

function getNewValue(edit: ContentEdit): unknown {
  return edit.kind === 'set' ? edit.value : edit.kind === 'body' ? edit.text : undefined
}

function getReplacedValueKey(edit: ContentEdit): string | undefined {
  if ((edit.kind !== 'set' && edit.kind !== 'body') || edit.was === undefined) return undefined
  return JSON.stringify([edit.file, edit.kind === 'set' && edit.path, edit.was])
}

/** Adds an author to a comma-separated list of authors. */
export function joinAuthors(earlier: string | undefined, author: string | undefined): string | undefined {
  const all = new Set([...(earlier?.split(', ') ?? []), ...(author === undefined ? [] : [author])])
  return [...[...all].join(', ')].slice(0, 50).join('') || undefined
}
