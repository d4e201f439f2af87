import type { Content } from '@northshelf/site/collections/content.ts'
import { collections } from '@northshelf/site/collections/list.ts'
import type { Entry } from '@northshelf/site/entries/entry.ts'
import { DOCUMENTS } from '../content/document-names.ts'
import { IDENTITY_FIELDS } from '../content/facts.ts'
import { findSingle, type ParsedFile } from '../content/parsed.ts'
import { valueAt } from '../content/value-at.ts'
import type { Path } from '../content/yaml/source.ts'
import { inOrder } from '../engine/assemble-content.ts'
import { BODY, type Change, type ContentSide, listDifferences } from './content-changes.ts'

/** A place of the content, as pages are made of it, that says something else. */
export interface Effect {
  /** `site`, `facts`, or the name of a collection. */
  list: string
  /** Of an entry its file. */
  file?: string
  /** In the entry, or in what stands by itself; empty where the entry came or went. */
  path: Path
  /** What it says now; undefined where it is gone. */
  value: unknown
}

/** What came of a markdown body. */
const OF_BODY = ['html', 'headings', 'words']

/**
 * What each change of a file does to the content: to its own entry or, for a fact, a picture or a file to download, to all that name it.
 * What has more than one cause is with each of them.
 */
export function listEffects(
  before: ContentSide,
  after: ContentSide,
  changes: readonly Change[],
): Map<Change, Effect[]> {
  const effects = new Map<Change, Effect[]>(changes.map((change) => [change, []]))
  const files = new Map([...before.parsed.files, ...after.parsed.files].map((file) => [file.file, file]))
  const ofFile = new Map<string, Change[]>()
  for (const change of changes) ofFile.set(change.file, [...(ofFile.get(change.file) ?? []), change])
  const facts = changes.flatMap((change) => nameOfFact(change).map((name) => ({ change, word: `{${name}}` })))
  const others = changes.flatMap((change) => {
    const [, home = '', name = ''] = /^[^/]*\/([^/]*)\/(.+)/.exec(change.file) ?? []
    return ['images', DOCUMENTS].includes(home) ? [{ change, word: name }] : []
  })
  const add = (effect: Effect, file: ParsedFile | undefined) => {
    const own = ofFile.get(file?.file ?? '') ?? []
    const text = file && textAt(file, effect.path)
    const named = [...facts, ...others].flatMap(({ change, word }) => (text?.includes(word) ? [change] : []))
    const causes = [...own.filter(({ field }) => !field || leadsTo(field, effect, file)), ...named]
    for (const change of causes.length > 0 ? causes : own) effects.get(change)?.push(effect)
  }

  for (const list of ['site', 'facts'] as const) {
    const file = findSingle(after.parsed.files, list)
    for (const path of listDifferences(before.content[list], after.content[list]))
      add({ list, path, value: valueAt(after.content[list], path) }, file)
  }
  for (const { name: list } of collections) {
    const [old, now] = [before, after].map(({ content }) => entriesOf(content, list)) as [Entry[], Entry[]]
    const known = new Map(old.map((entry) => [entry.file, entry]))
    for (const entry of now) {
      const { file } = entry
      const was = known.get(file)
      const paths = was ? listDifferences(was, entry) : [[]]
      for (const path of paths) add({ list, file, path, value: valueAt(entry, path) }, files.get(file))
      known.delete(file)
    }
    for (const file of known.keys()) add({ list, file, path: [], value: undefined }, files.get(file))
  }
  return effects
}

/** The content with these effects alone. */
export function withEffects(content: Content, effects: readonly Effect[]): Content {
  const changed = { ...content } as Record<string, unknown>
  for (const { list, file, path, value } of effects) {
    if (file === undefined) changed[list] = withValue(changed[list], path, value)
    else {
      const entries = changed[list] as Entry[]
      const others = entries.filter((entry) => entry.file !== file)
      const known = entries.find((entry) => entry.file === file)
      const entry = withValue(known, path, value) as Entry | undefined
      const { order } = collections.find(({ name }) => name === list) ?? {}
      changed[list] = entry ? [...others, entry].sort(inOrder(order)) : others
    }
  }
  return changed as object as Content
}

function entriesOf(content: Content, list: string): Entry[] {
  return content[list as keyof Content] as unknown as Entry[]
}

/** The name in braces under which texts show a field, if it is a fact. */
function nameOfFact({ file, field = [] }: Change): string[] {
  const [name, ...rest] = field
  if (rest.length > 0) return []
  if (file.endsWith('/facts.yaml')) return [String(name)]
  return file.endsWith('/site.yaml')
    ? Object.entries(IDENTITY_FIELDS).flatMap(([fact, own]) => (own === name ? [fact] : []))
    : []
}

/** What a file says at a place, with the names of facts. */
function textAt(file: ParsedFile, at: Path): string {
  if (OF_BODY.includes(String(at[0])) && file.body) return file.body.text
  return JSON.stringify(valueAt(file.source?.data, at)) ?? file.text
}

/** Whether a field of a file is what an effect on its entry comes from. */
function leadsTo(field: Path, { path }: Effect, file: ParsedFile | undefined): boolean {
  const { from, until } = file?.collection ?? {}
  // An entry that came or went, though its file was there and is.
  if (path.length === 0) return ['draft', from, until].includes(String(field[0]))
  return isNear(field, OF_BODY.includes(String(path[0])) ? BODY : path)
}

/** Whether one of two places is in the other, or both are the same. */
function isNear(one: Path, other: Path): boolean {
  return one.slice(0, other.length).every((key, index) => String(key) === String(other[index]))
}

function withValue(data: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  const inner = withValue((data as Record<string, unknown>)[key], rest, value)
  if (Array.isArray(data)) return data.map((item, index) => (index === Number(key) ? inner : item))
  const { [key]: _old, ...others } = data as Record<string, unknown>
  return inner === undefined ? others : { ...(data as object), [key]: inner }
}
