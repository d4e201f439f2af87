import type { Content } from '@northshelf/site/collections/content.ts'
import { collections } from '@northshelf/site/collections/list.ts'
import type { Entry } from '@northshelf/site/entries/entry.ts'
import { DOCUMENTS_FOLDER } from '../content/documents.ts'
import { SITE_FACT_FIELDS } from '../content/facts.ts'
import { findSingleFile, type ParsedFile } from '../content/parsed.ts'
import { valueAt } from '../content/value-at.ts'
import type { ValuePath } from '../content/yaml/source.ts'
import { createEntryComparator } from '../engine/assemble-content.ts'
import { BODY_PATH, type ContentChange, type ContentVersion, entriesOf, listChangedPaths } from './content-changes.ts'

/** A changed value in the assembled content. */
export interface Effect {
  /** `site`, `facts`, or the name of a collection. */
  list: string
  /** File of the entry; undefined if `list` is `site` or `facts`. */
  file?: string
  /** Path within the entry, or within `site` or `facts`; empty if the entry was added or removed. */
  path: ValuePath
  /** New value; undefined if the value was removed. */
  value: unknown
}

/** Fields derived from the Markdown body. */
const FROM_BODY = ['html', 'headings', 'words']

/**
 * Maps each change to its effects: on its own entry or, if it changes a fact, image or download, on all entries that
 * refer to it. An effect with several causes is listed under each of them.
 */
export function listEffects(before: ContentVersion, after: ContentVersion, changes: readonly ContentChange[]) {
  const effects = new Map<ContentChange, Effect[]>(changes.map((change) => [change, []]))
  const files = new Map([...before.parsed.files, ...after.parsed.files].map((file) => [file.file, file]))
  const ofFile = new Map<string, ContentChange[]>()
  for (const change of changes) ofFile.set(change.file, [...(ofFile.get(change.file) ?? []), change])
  const facts = changes.flatMap((change) => nameOfFact(change).map((name) => ({ change, word: `{${name}}` })))
  const others = changes.flatMap((change) => {
    const [, home = '', name = ''] = /^[^/]*\/([^/]*)\/(.+)/.exec(change.file) ?? []
    return ['images', DOCUMENTS_FOLDER].includes(home) ? [{ change, word: name }] : []
  })
  const add = (effect: Effect, file: ParsedFile | undefined) => {
    const ownChanges = ofFile.get(file?.file ?? '') ?? []
    const text = file && textAt(file, effect.path)
    const references = [...facts, ...others].flatMap(({ change, word }) => (text?.includes(word) ? [change] : []))
    const causes = [...ownChanges.filter(({ field }) => !field || isCause(field, effect, file)), ...references]
    for (const change of causes.length > 0 ? causes : ownChanges) effects.get(change)?.push(effect)
  }

  for (const list of ['site', 'facts'] as const) {
    const file = findSingleFile(after.parsed.files, list)
    for (const path of listChangedPaths(before.content[list], after.content[list]))
      add({ list, path, value: valueAt(after.content[list], path) }, file)
  }
  for (const { name: list } of collections) {
    const remaining = new Map(entriesOf(before.content, list).map((entry) => [entry.file, entry]))
    for (const entry of entriesOf(after.content, list)) {
      const { file } = entry
      const was = remaining.get(file)
      const paths = was ? listChangedPaths(was, entry) : [[]]
      for (const path of paths) add({ list, file, path, value: valueAt(entry, path) }, files.get(file))
      remaining.delete(file)
    }
    for (const file of remaining.keys()) add({ list, file, path: [], value: undefined }, files.get(file))
  }
  return effects
}

export function applyEffects(content: Content, effects: readonly Effect[]): Content {
  const changed = { ...content } as Record<string, unknown>
  for (const { list, file, path, value } of effects) {
    if (file === undefined) changed[list] = withValue(changed[list], path, value)
    else {
      const entries = changed[list] as Entry[]
      const others = entries.filter((entry) => entry.file !== file)
      const current = entries.find((entry) => entry.file === file)
      const entry = withValue(current, path, value) as Entry | undefined
      const { order } = collections.find(({ name }) => name === list) ?? {}
      changed[list] = entry ? [...others, entry].sort(createEntryComparator(order)) : others
    }
  }
  return changed as object as Content
}

/** Returns the name of the fact that a changed field defines; empty if it defines none. */
function nameOfFact({ file, field = [] }: ContentChange): string[] {
  const [name, ...rest] = field
  if (rest.length > 0) return []
  if (file.endsWith('/facts.yaml')) return [String(name)]
  if (!file.endsWith('/site.yaml')) return []
  return Object.entries(SITE_FACT_FIELDS).flatMap(([fact, identity]) => (identity === name ? [fact] : []))
}

/** Returns the source text of a value, with fact names in braces instead of the facts' values. */
function textAt(file: ParsedFile, path: ValuePath): string {
  if (FROM_BODY.includes(String(path[0])) && file.body) return file.body.text
  return JSON.stringify(valueAt(file.source?.data, path)) ?? file.text
}

function isCause(field: ValuePath, { path }: Effect, file: ParsedFile | undefined): boolean {
  const { from, until } = file?.collection ?? {}
  // If the file exists in both versions, only a change to these fields can publish or withdraw its entry.
  if (path.length === 0) return ['draft', from, until].includes(String(field[0]))
  const changed = FROM_BODY.includes(String(path[0])) ? BODY_PATH : path
  // Either path may contain the other.
  return field.slice(0, changed.length).every((key, index) => String(key) === String(changed[index]))
}

function withValue(data: unknown, [key, ...rest]: ValuePath, value: unknown): unknown {
  if (key === undefined) return value
  const inner = withValue((data as Record<string, unknown>)[key], rest, value)
  if (Array.isArray(data)) return data.map((item, index) => (index === Number(key) ? inner : item))
  const { [key]: _old, ...others } = data as Record<string, unknown>
  return inner === undefined ? others : { ...(data as object), [key]: inner }
}
