import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './install.mjs'

/**
 * The command line tool as one compiled piece: without it every start would translate and resolve some hundred
 * source files anew, which takes longer than most commands.
 */

const home = path.join(root, 'node_modules', '.cache', 'northshelf', 'cli')
const SOURCES = ['cli', 'src', 'scripts/compile-cli.mjs', 'package-lock.json']
/** The packages that every start needs; the others are loaded from where they are, once they are needed. */
const BUILT_IN = ['commander', 'fastest-levenshtein', 'picocolors', 'yaml', 'zod']
/** A tool that is running may still load parts of the one it was started from. */
const KEPT = 3

/** Address of the compiled tool for the sources as they are now; undefined when it cannot be compiled. */
export function compiledCli() {
  const id = hashSources()
  const folder = path.join(home, id)
  if (!existsSync(folder)) {
    if (process.stderr.isTTY) process.stderr.write('Compiling the command line tool (once) ...\n')
    const partial = `${folder}.${process.pid}`
    const { status } = spawnSync(process.execPath, [import.meta.filename, partial], { cwd: root, stdio: 'ignore' })
    if (status !== 0) return undefined
    try {
      renameSync(partial, folder)
    } catch {
      // Another start was faster; its result is the same.
      rmSync(partial, { recursive: true, force: true })
    }
    removeOld()
  }
  return pathToFileURL(path.join(folder, 'main.js')).href
}

function removeOld() {
  const all = readdirSync(home)
    .filter((name) => !name.includes('.'))
    .map((name) => ({ name, time: statSync(path.join(home, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time)
  for (const { name } of all.slice(KEPT)) rmSync(path.join(home, name), { recursive: true, force: true })
}

/** By name, size and time of change: reading them all would take longer than it saves. */
function hashSources() {
  const sum = createHash('sha256').update(process.version)
  for (const source of SOURCES) {
    const place = path.join(root, source)
    const inside = statSync(place).isDirectory() ? readdirSync(place, { recursive: true }).sort() : ['']
    for (const name of inside) {
      const { size, mtimeMs } = statSync(path.join(place, name))
      sum.update(`${source}/${name} ${size} ${mtimeMs}\n`)
    }
  }
  return sum.digest('hex').slice(0, 16)
}

async function compile(target) {
  const { build } = await import('vite')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: BUILT_IN, target: 'node' },
    plugins: [{ name: 'source-places', enforce: 'pre', transform: keepPlaces }],
    build: {
      outDir: path.relative(root, target),
      emptyOutDir: true,
      target: 'node20',
      ssr: path.join(root, 'cli', 'main.ts'),
      rolldownOptions: { output: { entryFileNames: 'main.js' } },
    },
  })
}

/** A source that asks where it stands must get the place of the source, not of what it was compiled into. */
function keepPlaces(code, id) {
  if (!id.startsWith(root) || id.includes('node_modules') || !code.includes('import.meta.')) return undefined
  return code
    .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
    .replaceAll('import.meta.filename', JSON.stringify(id))
}

if (process.argv[1] === import.meta.filename && process.argv[2]) await compile(process.argv[2])
