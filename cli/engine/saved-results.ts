import path from 'node:path'
import { type Cache, hash, hashCode } from '../cache.mjs'
import type { MarkdownFacts, Rendered } from '../content/markdown/rendered.ts'
import { type Parsed, parseSource } from '../content/parse.ts'
import { createBody, type ParsedFile } from '../content/parsed.ts'
import type { ContentFile } from '../content/read.ts'
import { createLazySource } from '../content/yaml/lazy-source.ts'
import type { Edit } from '../diagnostics/edit.ts'
import type { Problem } from '../diagnostics/problem.ts'

/** The results of a flawless file. */
export interface FileRecord {
  /** Of the text that it was made from. */
  version: string
  /** Hash of the facts that were put into it; empty where it names none. */
  facts: string
  /** Hash of all facts: under these, rules of one file find nothing in it. */
  checked: string
  data: unknown
  /** Where they differ from the data: with the names of facts in it, and as the schema made it. */
  raw?: unknown
  valid?: unknown
  body?: { start: number; edits: Edit[]; found: MarkdownFacts }
  rendered?: Omit<Rendered, 'found'>
}

type FileVersion = Pick<ContentFile, 'file' | 'version'>

/** A folder of ten thousand files has 16 parts of four megabytes; of these only those are written that have changed. */
const PARTS = 16
/** Milliseconds in which a file may be written twice and look the same: two seconds on FAT, less everywhere else. */
const COARSEST_CLOCK = 2000

/**
 * Results of flawless files, from one command to the next. As long as the times and the size of a file stay the same,
 * it is not even read.
 */
export function openSavedResults(cache: Cache, folder: string) {
  const id = hash(hashCode(), path.resolve(folder))
  const parts = new Map<string, Record<string, FileRecord>>()
  const changed = new Set<string>()
  const keyOf = (file: string) => `${(Number.parseInt(hash(file).slice(0, 2), 16) % PARTS).toString(16)}${id}`
  const partOf = (key: string) => {
    const part = parts.get(key) ?? ((cache.findJson('content', key) ?? {}) as Record<string, FileRecord>)
    parts.set(key, part)
    return part
  }
  const find = (file: string, version: string) => {
    const record = partOf(keyOf(file))[file]
    return record?.version === version ? record : undefined
  }
  return {
    has: (file: string, version: string) => find(file, version) !== undefined,
    /** Whether a file names facts; undefined where it is not known. */
    namesFacts({ file, version }: FileVersion): boolean | undefined {
      const record = find(file, version)
      return record && record.facts !== ''
    },
    /** @param facts hash of the facts, empty for a file that names none */
    restore(file: ContentFile, facts: string): Parsed | undefined {
      const record = find(file.file, file.version)
      return record?.facts === facts ? restore(file, record) : undefined
    },
    add({ file }: FileVersion, record: FileRecord): void {
      const key = keyOf(file)
      partOf(key)[file] = record
      changed.add(key)
    },
    /** Writes new results, and drops those of files that are gone. */
    save(files: ReadonlySet<string>): void {
      const oldest = Date.now() - COARSEST_CLOCK
      for (const [key, part] of parts) {
        const gone = Object.keys(part).filter((file) => !files.has(file))
        if (gone.length === 0 && !changed.has(key)) continue
        const kept = Object.entries(part).filter(
          ([file, { version }]) => files.has(file) && Number.parseFloat(version) < oldest,
        )
        cache.store('content', key, JSON.stringify(Object.fromEntries(kept)))
      }
    },
  }
}
export type SavedResults = ReturnType<typeof openSavedResults>

/**
 * What to save of a file; undefined for one with a problem.
 * @param facts hash of the facts, empty for a file that names none
 * @param all hash of all facts
 * @param look rules of one file
 */
export function recordOf(
  { version }: ContentFile,
  facts: string,
  { parsed, rendered, problems }: Parsed,
  all: string,
  look: (file: ParsedFile) => Problem[],
): FileRecord | undefined {
  const { data, valid, source, body } = parsed
  if (problems.length > 0 || !source || valid === undefined || look(parsed).length > 0) return undefined
  return {
    ...{ version, facts, checked: all, data },
    ...(!isSame(source.data, data) && { raw: source.data }),
    ...(!isSame(valid, data) && { valid }),
    ...(body && rendered && { body: { start: body.start, edits: [...body.edits], found: body.found }, rendered }),
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The text is read, and the YAML parsed, only to find the position of something in it. */
function restore(file: ContentFile, record: FileRecord): Parsed {
  const { data, raw = data, valid = data, body, rendered } = record
  const { collection, folder, slug } = file
  const parsed = {
    ...{ file: file.file, version: file.version, collection, folder, slug, schema: collection.schema, data, valid },
    get text() {
      return file.text
    },
    source: createLazySource(file, raw, () => parseSource(file).source ?? gone(file)),
    body: body && createBody(() => file.text.slice(body.start), body),
  }
  return { parsed, rendered, problems: [], flawlessUnder: record.checked }
}

function gone({ file }: ContentFile): never {
  throw new Error(`${file} was written while it was checked. Run the command again.`)
}
