import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { cliRoot, isInstalled, projectRoot, siteRoot } from './packages.mjs'

/**
 * The on-disk cache. An entry's key is a hash of its inputs and of the code that created it. This file is plain
 * JavaScript, because it is also needed to find the compiled command line tool.
 */

export const cacheRoot = path.join(projectRoot, 'node_modules', '.cache', 'northshelf')

/** Number of folders kept per kind, such as bundles: more than one, because an older folder may still be in use. */
const MAX_FOLDERS = 3
/** Number of entries kept per key prefix; a kind has 256 prefixes. */
const MAX_ENTRIES = 200
const DAY = 24 * 60 * 60 * 1000

export function hash(...parts) {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part).update('\0')
  return sum.digest('hex').slice(0, 16)
}

export function hashSources(...paths) {
  const always = [path.join(cliRoot, 'cache.mjs'), path.join(projectRoot, 'package-lock.json')].filter(existsSync)
  const files = [...paths, ...always].flatMap((target) =>
    statSync(target).isDirectory() ? listFiles(target) : [target],
  )
  return hash(...files.flatMap((file) => [path.relative(projectRoot, file), readFileSync(file)]))
}

export const codeFolders = [cliRoot, siteRoot]

/** File in the compiled code's folder that contains the code's hash. */
const HASH_FILE = 'code-hash'
let codeHash

export function hashCode() {
  codeHash ??= readCodeHash()
  return codeHash
}

function readCodeHash() {
  const own = path.join(path.dirname(fileURLToPath(import.meta.url)), HASH_FILE)
  if (existsSync(own)) return readFileSync(own, 'utf8')
  const sources = hashTool([])
  const compiled = path.join(cacheRoot, 'cli', sources, HASH_FILE)
  return existsSync(compiled) ? readFileSync(compiled, 'utf8') : sources
}

export function hashTool(own) {
  // The files of an installed package change only with its version.
  const code = isInstalled ? [path.join(cliRoot, 'package.json')] : codeFolders
  return hash(hashSources(...code, ...own), projectRoot)
}

export function writeCodeHash(folder) {
  // The compiled code also reads files that are not modules, such as stylesheets and fonts, from the source folders.
  const read = codeFolders.flatMap((source) => listFiles(source)).filter((file) => !/\.[cm]?[jt]sx?$/.test(file))
  const texts = [...listFiles(folder), ...read].map((file) => readFileSync(file))
  writeFileSync(path.join(folder, HASH_FILE), hash(projectRoot, hashSources(), ...texts))
}

export function openCache(folder = cacheRoot) {
  const pathOf = (kind, key) => path.join(folder, kind, key.slice(0, 2), key)
  const find = (kind, key) => {
    try {
      return readFileSync(pathOf(kind, key))
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
        // The entry is missing, or was truncated by a crash.
        return undefined
      }
    },
    store(kind, key, data) {
      const target = pathOf(kind, key)
      const partial = toPartialPath(target)
      try {
        mkdirSync(path.dirname(target), { recursive: true })
        writeFileSync(partial, data)
        renameSync(partial, target)
        removeOldest(target, MAX_ENTRIES)
      } catch {
        // Without write permission or disk space, nothing is cached.
        remove(partial)
      }
    },
    async folder(kind, key, make) {
      const target = path.join(folder, kind, key)
      if (existsSync(target)) return target
      const making = foldersInProgress.get(target) ?? makeFolder(target, make)
      foldersInProgress.set(target, making)
      return making.finally(() => foldersInProgress.delete(target))
    },
  }
}

/** Folders that this process is creating, by path. Two calls at once would write to the same partial folder. */
const foldersInProgress = new Map()

async function makeFolder(target, make) {
  const partial = toPartialPath(target)
  mkdirSync(path.dirname(target), { recursive: true })
  try {
    await make(partial)
    renameSync(partial, target)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    // If the folder exists, another process finished first with the same result.
    if (!existsSync(target)) throw error
  }
  removeOldest(target, MAX_FOLDERS)
  return target
}

/** Returns the path of an entry while it is being written; the dot in the name marks it as incomplete. */
function toPartialPath(target) {
  return `${target}.${process.pid}`
}

function remove(partial) {
  try {
    rmSync(partial, { force: true })
  } catch {
    // The folder may be read-only.
  }
}

/** Removes the oldest entries beside a new one. Keeps the new one, even if others were used while the clock was ahead. */
function removeOldest(added, limit) {
  const folder = path.dirname(added)
  const all = readdirSync(folder)
  const names = all.filter((name) => !name.includes('.'))
  // An entry that is still incomplete after a day belongs to a killed process.
  for (const partial of all.filter((name) => name.includes('.')))
    if ((statSync(path.join(folder, partial), { throwIfNoEntry: false })?.mtimeMs ?? 0) < Date.now() - DAY)
      rmSync(path.join(folder, partial), { recursive: true, force: true })
  if (names.length <= limit) return
  const entries = names
    .map((name) => path.join(folder, name))
    .filter((target) => target !== added)
    .map((target) => ({ target, time: statSync(target, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.time - a.time)
  for (const { target } of entries.slice(limit - 1)) rmSync(target, { recursive: true, force: true })
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}
