import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The one cache on disk: what was made, by the hash of what it was made from and of the code that made it. Plain
 * Node, because the compiled command line tool lies in it too.
 */

const root = path.resolve(import.meta.dirname, '..')

/** Everything here can be deleted at any time; the next command makes it again. */
export const cacheRoot = path.join(root, 'node_modules', '.cache', 'site')

/** Folders of one kind, such as bundles: somebody may still be running the one before. */
const FOLDERS = 3
/** Entries whose keys begin alike; 256 times as many of a kind. */
const ENTRIES = 200
const DAY = 24 * 60 * 60 * 1000

export function hash(...parts) {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part).update('\0')
  return sum.digest('hex').slice(0, 16)
}

export function hashSources(...places) {
  const files = [...places, 'cli/cache.mjs', 'package-lock.json'].flatMap((place) => {
    const whole = path.join(root, place)
    return statSync(whole).isDirectory() ? listFiles(whole) : [whole]
  })
  return hash(...files.flatMap((file) => [path.relative(root, file), readFileSync(file)]))
}

let codeHash

export function hashCode() {
  const folder = path.dirname(fileURLToPath(import.meta.url))
  const isCompiled = path.dirname(folder) === path.join(cacheRoot, 'cli')
  codeHash ??= isCompiled ? path.basename(folder) : hashSources('cli', 'src')
  return codeHash
}

export function openCache(folder = cacheRoot) {
  const placeOf = (kind, key) => path.join(folder, kind, key.slice(0, 2), key)
  const find = (kind, key) => {
    try {
      return readFileSync(placeOf(kind, key))
    } catch {
      return undefined
    }
  }
  return {
    find,
    findJson(kind, key) {
      try {
        return JSON.parse(String(find(kind, key)))
      } catch {
        // Not there, or cut off by a crash.
        return undefined
      }
    },
    store(kind, key, data) {
      const place = placeOf(kind, key)
      const partial = partialOf(place)
      try {
        mkdirSync(path.dirname(place), { recursive: true })
        writeFileSync(partial, data)
        renameSync(partial, place)
        removeOldest(path.dirname(place), ENTRIES)
      } catch {
        // Without permission or space nothing is kept, and the next command makes it again.
        remove(partial)
      }
    },
    async folder(kind, key, make) {
      const place = path.join(folder, kind, key)
      if (existsSync(place)) return place
      const partial = partialOf(place)
      mkdirSync(path.dirname(place), { recursive: true })
      try {
        await make(partial)
        renameSync(partial, place)
      } catch (error) {
        rmSync(partial, { recursive: true, force: true })
        // Another process was faster; its result is the same.
        if (!existsSync(place)) throw error
      }
      removeOldest(path.dirname(place), FOLDERS)
      return place
    },
  }
}

/** What is not whole yet has a dot in its name. */
function partialOf(place) {
  return `${place}.${process.pid}`
}

function remove(partial) {
  try {
    rmSync(partial, { force: true })
  } catch {
    // The folder may not be written either.
  }
}

function removeOldest(folder, most) {
  const all = readdirSync(folder)
  const names = all.filter((name) => !name.includes('.'))
  // What is still not whole after a day was made by a process that was killed.
  for (const partial of all.filter((name) => name.includes('.')))
    if ((statSync(path.join(folder, partial), { throwIfNoEntry: false })?.mtimeMs ?? 0) < Date.now() - DAY)
      rmSync(path.join(folder, partial), { recursive: true, force: true })
  if (names.length <= most) return
  const entries = names
    .map((name) => path.join(folder, name))
    .map((place) => ({ place, time: statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.time - a.time)
  for (const { place } of entries.slice(most)) rmSync(place, { recursive: true, force: true })
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}
