import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Cache, hash, hashCode, hashSources } from '../cache.mjs'
import { listNamedFacts, type NamedFacts } from '../content/facts.ts'
import type { MarkdownAnalysis } from '../content/markdown/analysis.ts'
import type { RenderedMarkdown } from '../content/markdown/render.ts'
import { memoize } from '../content/memoize.ts'
import { createContentParser, type FileParseResult, parseSource } from '../content/parse.ts'
import type { ParseCache } from '../content/parse-cache.ts'
import { createMarkdownBody, type ParsedFile } from '../content/parsed.ts'
import type { ContentFile, ContentFolder } from '../content/read.ts'
import { createLazySource } from '../content/yaml/source.ts'
import type { Edit } from '../diagnostics/edit.ts'
import { ownCodePaths } from '../packages.mjs'
import { createFileChecker } from '../rules/list.ts'

export interface ParseOptions {
  cache: ParseCache
  /** Results that the last command saved. */
  saved?: SavedResults | undefined
  onProgress?: ((done: number, total: number) => void) | undefined
}

const listFileFacts = memoize(({ text }: ContentFile) => listNamedFacts(text))

/** Parses the files in a folder. Reuses results from the cache, and results that the last command saved. */
export async function parseFiles(read: ContentFolder, { cache, saved, onProgress }: ParseOptions) {
  const stamps = [...read.singles].map(([name, { stamp }]) => `${name} ${stamp}`)
  const parser = await cache.remember('parser', [stamps.join('\n')], async () => createContentParser(read))
  const facts = await cache.remember('facts', [JSON.stringify([...parser.fileFacts])], async () => parser.fileFacts)
  const allFacts = hash(JSON.stringify([parser.complete, ...parser.facts]))
  // The message for an unknown fact suggests a similar name, so it depends on all facts.
  const keyOfFacts = (names: NamedFacts) =>
    names === 'all' || names.some((name) => !parser.facts.has(name))
      ? allFacts
      : JSON.stringify(names.map((name) => parser.facts.get(name)))
  const checkFile = createFileChecker(facts)
  // Do not save the results of files with read problems: a file with saved results is not read again, so its problems
  // would be lost.
  const unsaved = new Set(read.problems.map(({ file }) => file))

  const results: FileParseResult[] = []
  // Files in which the single-file rules are known to find no problems.
  const flawless = new Set<ParsedFile>()
  for (const single of read.singles.values()) {
    const key = [single.stamp, allFacts]
    results.push(await cache.remember(single.file, key, () => parser.single(single)))
  }
  for (const [index, file] of read.files.entries()) {
    onProgress?.(index, read.files.length)
    const namedFacts = saved?.namedFacts(file) ?? listFileFacts(file)
    const factsKey = keyOfFacts(namedFacts)
    const result = await cache.remember(file.file, [file.stamp, factsKey], () => parse(file, namedFacts, factsKey))
    results.push(result)
    if (result.flawlessUnder === allFacts) flawless.add(result.parsed)
  }
  return { facts, results, flawless }

  async function parse(file: ContentFile, namedFacts: NamedFacts, factsKey: string): Promise<FileParseResult> {
    const restored = saved?.restore(file, factsKey)
    if (restored && restored.flawlessUnder !== allFacts && checkFile(restored.parsed).length === 0)
      return saved?.confirm(file, allFacts) ?? restored
    if (restored) return restored
    const result = await parser.file(file)
    if (!saved) return result
    const hasProblems = unsaved.has(file.file) || result.problems.length > 0 || checkFile(result.parsed).length > 0
    const record = hasProblems ? undefined : createSavedResult(result, { namedFacts, factsKey, checked: allFacts })
    // Copy the record, because its strings may be substrings that keep the text of the whole file in memory.
    if (record) saved.add(file, JSON.parse(JSON.stringify(record)))
    return saved.restore(file, factsKey) ?? result
  }
}

/** Saved results of a file without problems. */
interface SavedResult {
  /** Stamp of the text from which the results were created. */
  stamp: string
  /** Names of the facts that the file refers to, and a key of their values. */
  namedFacts: NamedFacts
  factsKey: string
  /** Hash of all facts as of the last time the single-file rules ran without finding problems. */
  checked: string
  data: unknown
  /** Data before facts are filled in, and output of the schema. Set only if they differ from `data`. */
  raw?: unknown
  valid?: unknown
  body?: { start: number; edits: Edit[]; analysis: MarkdownAnalysis }
  rendered?: Omit<RenderedMarkdown, 'analysis'>
}

/** The results are split into parts; only changed parts are written. With 10,000 files, each is about 4 MB. */
const PARTS = 16
/** Coarsest file timestamp resolution, in milliseconds: 2 s on FAT, finer elsewhere. */
const COARSEST_CLOCK = 2000

/** Opens the results that earlier commands saved. A file with unchanged timestamps and size is not read again. */
export function openSavedResults(cache: Cache, folder: string) {
  // In `site dev`, own code can change without a restart.
  const id = hash(hashCode(), hashSources(...ownCodePaths.filter(existsSync)), path.resolve(folder))
  const parts = new Map<string, Record<string, SavedResult>>()
  const changed = new Set<string>()
  const keyOf = (file: string) => `${(Number.parseInt(hash(file).slice(0, 2), 16) % PARTS).toString(16)}${id}`
  const partOf = (key: string) => {
    const part = parts.get(key) ?? ((cache.findJson('content', key) ?? {}) as Record<string, SavedResult>)
    parts.set(key, part)
    return part
  }
  const find = (file: string, stamp: string) => {
    const record = partOf(keyOf(file))[file]
    return record?.stamp === stamp ? record : undefined
  }
  return {
    has: (file: string, stamp: string) => find(file, stamp) !== undefined,
    /** Returns the names of the facts that a file refers to; undefined if no result is saved for it. */
    namedFacts: ({ file, stamp }: ContentFile) => find(file, stamp)?.namedFacts,
    /** @param factsKey key of the values of the facts that the file refers to */
    restore(file: ContentFile, factsKey: string): FileParseResult | undefined {
      const record = find(file.file, file.stamp)
      return record?.factsKey === factsKey ? restore(file, record) : undefined
    },
    /** Saves that the single-file rules found no problems with these facts. @param checked hash of all facts */
    confirm(file: ContentFile, checked: string): FileParseResult | undefined {
      const record = find(file.file, file.stamp)
      if (record) this.add(file, { ...record, checked })
      return record && restore(file, { ...record, checked })
    },
    add({ file }: Pick<ContentFile, 'file' | 'stamp'>, record: SavedResult): void {
      const key = keyOf(file)
      partOf(key)[file] = record
      changed.add(key)
    },
    /** Writes new results, and discards results for deleted files. */
    save(files: ReadonlySet<string>): void {
      const oldest = Date.now() - COARSEST_CLOCK
      for (const [key, part] of parts) {
        const deleted = Object.keys(part).filter((file) => !files.has(file))
        if (deleted.length === 0 && !changed.has(key)) continue
        const kept = Object.entries(part).filter(
          ([file, { stamp }]) => files.has(file) && Number.parseFloat(stamp) < oldest,
        )
        cache.store('content', key, JSON.stringify(Object.fromEntries(kept)))
      }
    },
  }
}
type SavedResults = ReturnType<typeof openSavedResults>

/** Returns the result to save for a file without problems; undefined if its data is invalid. */
function createSavedResult(
  { parsed, rendered }: FileParseResult,
  under: Pick<SavedResult, 'namedFacts' | 'factsKey' | 'checked'>,
): SavedResult | undefined {
  const { stamp, data, valid, source, body } = parsed
  if (!source || valid === undefined) return undefined
  return {
    stamp,
    ...under,
    data,
    ...(!isSame(source.data, data) && { raw: source.data }),
    ...(!isSame(valid, data) && { valid }),
    ...(body && rendered && { body: { start: body.start, edits: [...body.edits], analysis: body.analysis }, rendered }),
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Restores a parse result. Reads the text and parses the YAML only when a position in it is needed. */
function restore(file: ContentFile, record: SavedResult): FileParseResult {
  const { data, raw = data, valid = data, body, rendered } = record
  const { collection, folder, slug } = file
  const parsed = {
    file: file.file,
    stamp: file.stamp,
    collection,
    folder,
    slug,
    schema: collection.schema,
    data,
    valid,
    get text() {
      return file.text
    },
    source: createLazySource(file, raw, () => parseSource(file).source ?? throwFileChanged(file)),
    body: body && createMarkdownBody(() => file.text.slice(body.start), body),
  }
  return { parsed, rendered, problems: [], flawlessUnder: record.checked }
}

function throwFileChanged({ file }: ContentFile): never {
  throw new Error(`${file} changed during the check. Run the command again.`)
}
