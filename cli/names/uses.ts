import { listAddresses, listFurtherPages } from '../check/addresses.ts'
import { listTexts } from '../check/fields.ts'
import { insideOf, linksOf } from '../check/links.ts'
import { listFacts } from '../content/facts.ts'
import { imageName } from '../content/images.ts'
import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import { listMarked, listReferences } from '../content/schema-marks.ts'
import type { Path, Range } from '../content/source.ts'
import type { Thing } from './thing.ts'

/** A place in the content that uses something by its name. */
export interface Use {
  kind: 'reference' | 'link' | 'fact' | 'image'
  file: ParsedFile
  /** The field; empty in a text under the fields. */
  path: Path
  /** The name as this use writes it: `blog/prime-day`, `/blog/prime-day`, `{reply-time}`. */
  name: string
  /** Where that name stands; of what is around it, where the file writes it otherwise, as with escapes. */
  range(): Range
}

/** Every use of everything, by what is used, in the order of the files. */
export function listUses(folder: ParsedFolder, things: readonly Thing[]): ReadonlyMap<Thing, readonly Use[]> {
  const { files, edition } = folder
  const named = new Map(things.map((thing) => [`${thing.collection} ${thing.reference}`, thing]))
  const ofFile = new Map(things.flatMap((thing) => (thing.entry ? [[thing.entry, thing] as const] : [])))
  const pages = [...listFurtherPages(files, { ...edition, all: true }), ...listAddresses(files)]
  const atAddress = new Map(pages.map(({ path, file }) => [path, ofFile.get(file)]))
  const facts = new Map(things.flatMap(({ kind, reference }) => (kind === 'fact' ? [[reference, ''] as const] : [])))
  const inside = insideOf(files)
  const uses = new Map<Thing, Use[]>(things.map((thing) => [thing, []]))
  const add = (thing: Thing | undefined, use: Use) => void (thing && uses.get(thing)?.push(use))

  for (const file of files) {
    const { source, schema, data, body } = file
    if (!source) continue
    for (const { collection, slug, path } of listReferences(schema, data)) {
      const range = () => source.rangeOfWord(path, slug)
      add(named.get(`${collection} ${slug}`), { kind: 'reference', file, path, name: slug, range })
    }
    for (const { address, range: rangeOf } of linksOf(file)) {
      const own = inside(address)
      const thing = atAddress.get(/^[^?#]*/.exec(own)?.[0] ?? '')
      const name = thing?.address
      if (!name) continue
      const range = (): Range => {
        const whole = rangeOf()
        if (file.text.slice(...whole) !== address) return lastWord(file, whole, name)
        const start = whole[0] + address.length - own.length
        return [start, start + name.length]
      }
      add(thing, { kind: 'link', file, path: [], name, range })
    }
    for (const { value, path } of listMarked(schema, data, 'image')) {
      const range = () => source.rangeOfWord(path, value)
      add(named.get(`images ${value}`), { kind: 'image', file, path, name: value, range })
    }
    for (const link of body?.found.links ?? []) {
      const name = imageName(link.address)
      const range = () => lastWord(file, body?.range(link) ?? [0, 1], name ?? '')
      if (name) add(named.get(`images ${name}`), { kind: 'image', file, path: [], name, range })
    }
    for (const use of factsIn(file, facts)) add(named.get(`facts ${use.name.slice(1, -1)}`), use)
  }
  return uses
}

/** The names of facts that are filled in, by those who fill them in. */
function factsIn(file: ParsedFile, facts: ReadonlyMap<string, string>): Use[] {
  const { source, body, collection, slug } = file
  // A fact in a fact is a problem, and no use.
  if (!source || (!collection && slug === 'facts')) return []
  const find = (text: string) =>
    text.includes('{')
      ? listFacts(text, facts, () => {}).map(({ start, end }) => ({ start, end, name: text.slice(start, end) }))
      : []
  const inFields = listTexts(source.rawData).flatMap(({ path, text }) => {
    const found = find(text)
    return found.map(({ name }, index): Use => {
      const range = (): Range => {
        const whole = source.range(path)
        const written = find(source.text.slice(...whole))
        const there = written.length === found.length ? written[index] : undefined
        return there ? [whole[0] + there.start, whole[0] + there.end] : whole
      }
      return { kind: 'fact', file, path, name, range }
    })
  })
  const inText = (body?.edits ?? []).map(({ start, end }): Use => {
    const name = body?.text.slice(start, end) ?? ''
    const at = body?.start ?? 0
    return { kind: 'fact', file, path: [], name, range: () => [at + start, at + end] }
  })
  return [...inFields, ...inText]
}

/** The last place of a word in a range: what a link says comes before its address. */
function lastWord({ text }: ParsedFile, range: Range, word: string): Range {
  const at = text.slice(...range).lastIndexOf(word)
  return at < 0 ? range : [range[0] + at, range[0] + at + word.length]
}
