import { existsSync, mkdirSync, readdirSync, readFile, readFileSync, rmSync, writeFile, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { hash, openCache } from '../cache.mjs'
import { getOutputFolders } from '../paths.ts'
import { forEachLimited } from '../pool.ts'

// These take half as much main-thread time as `node:fs/promises`.
const [readBytes, writeBytes] = [promisify(readFile), promisify(writeFile)]
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const COMPRESSIBLE = /\.(?:html|js|css|json|xml|svg|txt|md|webmanifest)$/
/** Minimum size in bytes: for smaller files, a compressed copy saves less than its headers cost. */
const MIN_BYTES = 256

/** Compression levels, lowest first. */
const compressionEfforts = ['none', 'quick', 'best'] as const
export type CompressionEffort = (typeof compressionEfforts)[number]

/**
 * Brotli settings. `quick` compresses a 31 kB article and its data to 8,611 bytes in 0.6 ms, and `best` to 7,739 bytes
 * in 25 ms. gzip always uses its highest level (9,154 bytes in 0.4 ms).
 */
const quality: Record<Exclude<CompressionEffort, 'none'>, Record<number, number>> = {
  quick: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 16 },
  best: { [constants.BROTLI_PARAM_QUALITY]: 11 },
}

/** Maximum number of files for which best compression does not noticeably slow down a build. */
const MAX_BEST_FILES = 128

export function chooseCompressionEffort(files: number): CompressionEffort {
  return files > MAX_BEST_FILES ? 'quick' : 'best'
}

/** A published file, with a hash of everything that it depends on. */
export interface WrittenFile {
  key: string
  /** Transfer size in bytes: the size of the brotli copy if there is one. */
  bytes: number
  /** Compression effort of its compressed copies; undefined if the file needs no copies. */
  effort?: CompressionEffort
}

/** Number of files processed concurrently: more than the four threads in Node's pool, so that all stay busy. */
export const CONCURRENCY = 8

/**
 * File that records a hash of each published file's inputs. It does not exist during a build or after a build was
 * killed.
 */
export const BUILD_RECORD_FILE = '.build.json'

/**
 * Opens the published folder. The build reuses unchanged files from the previous build, writes new and changed files,
 * and finally removes files that are no longer part of the site.
 * @param out the output folder; published files are written to its `site` folder
 */
export function openOutput(out: string) {
  const cache = openCache()
  const folder = getOutputFolders(out).site
  const recordFile = path.join(out, BUILD_RECORD_FILE)
  const before = readRecord(recordFile)
  // Delete the record, so that the next build rewrites every file if this build is killed.
  rmSync(recordFile, { force: true })
  const existing = new Set(listFiles(folder))
  const now: Record<string, WrittenFile> = {}
  const createdFolders = new Set<string>()
  let written = 0
  let effort: CompressionEffort = 'best'

  /** Removes a file from the record before the file is written, so that a failed write is never recorded. */
  function invalidate(file: string): void {
    delete before[file]
    delete now[file]
  }

  async function write(file: string, key: string, data: string | Uint8Array, copies = effort): Promise<void> {
    const target = path.join(folder, file)
    const parent = path.dirname(target)
    if (!createdFolders.has(parent)) mkdirSync(parent, { recursive: true })
    createdFolders.add(parent)
    const bytes = typeof data === 'string' ? Buffer.from(data) : data
    invalidate(file)
    await writeBytes(target, bytes)
    written += 1
    const entry: WrittenFile = { key, bytes: bytes.length }
    const compressible = COMPRESSIBLE.test(file) && bytes.length >= MIN_BYTES
    now[file] = compressible ? await writeCopies(file, entry, bytes, copies) : entry
  }

  /** Writes the compressed copies of a file. Caches those with `best` compression, the slowest step of a page. */
  async function writeCopies(file: string, entry: WrittenFile, bytes: Uint8Array, effort: CompressionEffort) {
    const target = path.join(folder, file)
    if (effort === 'none') {
      for (const copy of [`${file}.br`, `${file}.gz`]) if (existing.has(copy)) rmSync(path.join(folder, copy))
    } else {
      const content = effort === 'best' ? hash(bytes) : ''
      const [cachedBr, cachedGz] = content ? [cache.find('brotli', content), cache.find('gzip', content)] : []
      const { br, gz } = cachedBr && cachedGz ? { br: cachedBr, gz: cachedGz } : await compress(bytes, effort)
      if (content && br !== cachedBr) {
        cache.store('brotli', content, br)
        cache.store('gzip', content, gz)
      }
      await writeBytes(`${target}.br`, br)
      await writeBytes(`${target}.gz`, gz)
      entry.bytes = br.length
    }
    entry.effort = effort
    return entry
  }

  const record = (files: Record<string, WrittenFile>) => {
    const sorted = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))
    writeFileSync(recordFile, JSON.stringify(Object.fromEntries(sorted)))
  }

  return {
    /** Sets the compression effort for files written from now on. */
    compressWith(chosen: CompressionEffort): void {
      effort = chosen
    },
    /** Keeps the previous build's file if it still exists and has the same key; otherwise returns undefined. */
    keep(file: string, key: string): WrittenFile | undefined {
      const old = before[file]
      if (!old || old.key !== key || !existing.has(file)) return undefined
      now[file] = old
      return old
    },
    write,
    /** Writes a file unless it already exists with the same content. */
    async put(file: string, data: string | Uint8Array): Promise<void> {
      const key = hash(data)
      if (!this.keep(file, key)) await write(file, key, data)
    },
    /**
     * Removes files that this build neither wrote nor kept, recompresses files whose effort is too low, and writes the
     * record.
     * @param wanted minimum effort for every file; by default, any effort except `none`
     */
    async finish(wanted: CompressionEffort | undefined, onProgress = (_done: number, _total: number) => {}) {
      for (const file of existing) {
        const original = file.replace(/\.(?:br|gz)$/, '')
        if (!(file in now) && (now[original]?.effort ?? 'none') === 'none')
          rmSync(path.join(folder, file), { force: true })
      }
      const least = compressionEfforts.indexOf(wanted ?? 'quick')
      const weak = Object.entries(now).filter(([, { effort }]) => effort && compressionEfforts.indexOf(effort) < least)
      await forEachLimited(weak, CONCURRENCY, async ([file, entry], index) => {
        const bytes = await readBytes(path.join(folder, file))
        invalidate(file)
        now[file] = await writeCopies(file, { ...entry }, bytes, wanted ?? chooseCompressionEffort(weak.length))
        onProgress(index + 1, weak.length)
      })
      record(now)
      const reached = Object.values(now).map(({ effort = 'best' }) => compressionEfforts.indexOf(effort))
      return { written, files: now, effort: compressionEfforts[Math.min(...reached)] ?? 'none' }
    },
    /** Ends a failed build. Removes nothing, and records the files that are complete. */
    abandon(): void {
      try {
        record({ ...before, ...now })
      } catch {
        // The write failed, for example because the disk is full. A partial record cannot be parsed, so the next build
        // rewrites every file.
      }
    },
  }
}

/** Returns the paths of all files under a folder, with forward slashes; empty if the folder does not exist. */
function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => path.relative(folder, path.join(item.parentPath, item.name)).replaceAll(path.sep, '/'))
}

function readRecord(file: string): Record<string, WrittenFile> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

async function compress(bytes: Uint8Array, effort: Exclude<CompressionEffort, 'none'>) {
  const params = { ...quality[effort], [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, gz] = await Promise.all([toBrotli(bytes, { params }), toGzip(bytes, { level: 9 })])
  return { br, gz }
}

export type Output = ReturnType<typeof openOutput>
export type FileWriter = Pick<Output, 'keep' | 'put' | 'write'>
