import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { feedFolders } from '../../src/collections/list.ts'
import { hash, openCache } from '../cache.mjs'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const COMPRESSED = /\.(?:html|js|css|json|xml|svg|txt|webmanifest)$/
/** Of these a site may have thousands: the best quality takes 2.7 times as long for 2.6 % fewer bytes (measured). */
const MANY = new RegExp(`^(?:data/)?(?:${feedFolders.join('|')})/`)
const QUALITY_OF_MANY = 10
/** Below this a compressed copy saves less than the headers that name it. */
const SMALLEST = 256

/** A published file and what it was made from. */
export interface Written {
  key: string
  /** Size on the wire: brotli where there is a compressed copy. */
  bytes: number
  /** Files that it asks for, which stay as long as it does. */
  needs?: string[]
}

/**
 * The published folder. It knows from the last build what each file was made from, writes what is new
 * or different, and at the end removes what no longer belongs.
 */
export function openOutput(folder: string) {
  const cache = openCache()
  const id = hash(path.resolve(folder))
  const before = (cache.findJson('outputs', id) ?? {}) as Record<string, Written>
  const there = new Set(
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((item) => item.isFile())
          .map((item) => path.relative(folder, path.join(item.parentPath, item.name)).replaceAll(path.sep, '/'))
      : [],
  )
  const now: Record<string, Written> = {}
  let written = 0

  async function write(file: string, key: string, data: string | Uint8Array, needs?: string[]): Promise<Written> {
    const target = path.join(folder, file)
    mkdirSync(path.dirname(target), { recursive: true })
    const bytes = typeof data === 'string' ? Buffer.from(data) : data
    const compress = COMPRESSED.test(file) && bytes.length >= SMALLEST
    const [br, gz] = compress
      ? await Promise.all([
          toBrotli(bytes, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: MANY.test(file) ? QUALITY_OF_MANY : 11,
              [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
            },
          }),
          toGzip(bytes, { level: 9 }),
        ])
      : []
    await Promise.all([
      writeFile(target, bytes),
      br && writeFile(`${target}.br`, br),
      gz && writeFile(`${target}.gz`, gz),
    ])
    written += 1
    const entry: Written = { key, bytes: (br ?? bytes).length, ...(needs && { needs }) }
    now[file] = entry
    return entry
  }

  const record = (files: Record<string, Written>) => cache.store('outputs', id, JSON.stringify(files))

  return {
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
      return this.keep(file, file) ?? (await write(file, file, await readFile(from)))
    },
    /** Removes what this build did not write or keep, and remembers the rest. */
    finish(): { written: number; files: Record<string, Written> } {
      for (const file of there) {
        if (!(file in now) && !(file.replace(/\.(?:br|gz)$/, '') in now)) rmSync(path.join(folder, file))
      }
      record(now)
      return { written, files: now }
    },
    /** Ends a build that failed: nothing is removed, and the next one knows what is there. */
    abandon(): void {
      record({ ...before, ...now })
    },
  }
}
export type Output = ReturnType<typeof openOutput>
/** Takes the files of a site. */
export type Files = Pick<Output, 'keep' | 'put' | 'write'>
