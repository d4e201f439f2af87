import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hash, openCache } from '../cache.mjs'
import { listFiles } from '../list-files.ts'
import { outputFolders } from '../paths.ts'
import { forEachLimited } from '../pool.ts'
import { compress, type Effort, effortFor, efforts, isCompressible } from './compress.ts'

/** A published file and what it was made from. */
export interface Written {
  key: string
  /** Size on the wire: brotli where there is a compressed copy. */
  bytes: number
  /** How its compressed copies were made; left out where it needs none. */
  effort?: Effort
  /** Files that it asks for, which stay as long as it does. */
  needs?: string[]
}

/** How many files are compressed at once: Node has four threads for it. */
const AT_ONCE = 8

/** Lists what each published file was made from. It is absent while a build runs and after a build that was killed. */
export const RECORD = '.build.json'

/**
 * The published folder. It knows from the last build what each file was made from, writes what is new
 * or different, and at the end removes what no longer belongs.
 * @param out the output folder; the published files go to `site` below it
 */
export function openOutput(out: string) {
  const cache = openCache()
  const folder = outputFolders(out).site
  const recordFile = path.join(out, RECORD)
  const before = readRecord(recordFile)
  // Without a record the next build makes every file again, so that a killed build leaves nothing that is trusted.
  rmSync(recordFile, { force: true })
  const there = new Set(listFiles(folder))
  const now: Record<string, Written> = {}
  const made = new Set<string>()
  let written = 0
  let effort: Effort = 'best'

  /** Forgets what a file was made from until it is complete, so that a failed write is not recorded. */
  function distrust(file: string): void {
    delete before[file]
    delete now[file]
  }

  async function write(file: string, key: string, data: string | Uint8Array, needs?: string[]): Promise<Written> {
    const target = path.join(folder, file)
    const parent = path.dirname(target)
    if (!made.has(parent)) mkdirSync(parent, { recursive: true })
    made.add(parent)
    const bytes = typeof data === 'string' ? Buffer.from(data) : data
    distrust(file)
    writeFileSync(target, bytes)
    written += 1
    const entry: Written = { key, bytes: bytes.length, ...(needs && { needs }) }
    now[file] = isCompressible(file, bytes.length) ? await writeCopies(file, entry, bytes, effort) : entry
    return entry
  }

  /** What was compressed best is remembered, because it takes longer than all the rest of a page together. */
  async function writeCopies(file: string, entry: Written, bytes: Uint8Array, effort: Effort): Promise<Written> {
    const target = path.join(folder, file)
    if (effort === 'none') {
      for (const copy of [`${file}.br`, `${file}.gz`]) if (there.has(copy)) rmSync(path.join(folder, copy))
    } else {
      const content = effort === 'best' ? hash(bytes) : ''
      const [knownBr, knownGz] = content ? [cache.find('brotli', content), cache.find('gzip', content)] : []
      const { br, gz } = knownBr && knownGz ? { br: knownBr, gz: knownGz } : await compress(bytes, effort)
      if (content && br !== knownBr) {
        cache.store('brotli', content, br)
        cache.store('gzip', content, gz)
      }
      writeFileSync(`${target}.br`, br)
      writeFileSync(`${target}.gz`, gz)
      entry.bytes = br.length
    }
    entry.effort = effort
    return entry
  }

  const record = (files: Record<string, Written>) => {
    const sorted = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))
    writeFileSync(recordFile, JSON.stringify(Object.fromEntries(sorted)))
  }

  return {
    /** What compressed copies of files are worth from now on. */
    compressWith(chosen: Effort): void {
      effort = chosen
    },
    /** The file of the last build, if it was made from the same key and is still there. Keeps it. */
    keep(file: string, key: string): Written | undefined {
      const old = before[file]
      if (!old || old.key !== key || !there.has(file)) return undefined
      for (const need of old.needs ?? []) {
        const needed = before[need]
        if (!needed || !there.has(need)) return undefined
        now[need] = needed
      }
      now[file] = old
      return old
    },
    write,
    /** Writes a file whose bytes are at hand, unless they are there already. */
    async put(file: string, data: string | Uint8Array): Promise<Written> {
      const key = hash(data)
      return this.keep(file, key) ?? (await write(file, key, data))
    },
    /** Copies a file whose name holds its content hash. */
    async copy(file: string, from: string): Promise<Written> {
      return this.keep(file, file) ?? (await write(file, file, readFileSync(from)))
    },
    /**
     * Removes what this build did not write or keep, compresses what was kept with less effort than asked for, and
     * remembers the rest.
     * @param wanted the effort for every file; without it none may be left without its copies
     */
    async finish(wanted: Effort | undefined, onProgress = (_done: number, _total: number) => {}) {
      for (const file of there) {
        const of = file.replace(/\.(?:br|gz)$/, '')
        if (!(file in now) && (now[of]?.effort ?? 'none') === 'none') rmSync(path.join(folder, file), { force: true })
      }
      const least = efforts.indexOf(wanted ?? 'quick')
      const weak = Object.entries(now).filter(([, { effort }]) => effort && efforts.indexOf(effort) < least)
      await forEachLimited(weak, AT_ONCE, async ([file, entry], index) => {
        const bytes = readFileSync(path.join(folder, file))
        distrust(file)
        now[file] = await writeCopies(file, { ...entry }, bytes, wanted ?? effortFor(weak.length))
        onProgress(index + 1, weak.length)
      })
      record(now)
      const reached = Object.values(now).map(({ effort = 'best' }) => efforts.indexOf(effort))
      return { written, files: now, effort: efforts[Math.min(...reached)] ?? 'none' }
    },
    /** Ends a build that failed: nothing is removed, and the complete files are recorded. */
    abandon(): void {
      try {
        record({ ...before, ...now })
      } catch {
        // On a full disk, for example. A partial record cannot be parsed, so the next build makes every file again.
      }
    },
  }
}

function readRecord(file: string): Record<string, Written> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

export type Output = ReturnType<typeof openOutput>
/** Takes the files of a site. */
export type Files = Pick<Output, 'keep' | 'put' | 'write'>
