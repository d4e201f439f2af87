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
/** They are large, native, or find their own files beside them. */
const LEFT_OUT = [
  ...['vite', 'vike', 'sharp', 'react', 'react-dom', 'react-router-dom', 'tsx', 'harfbuzzjs', 'wawoff2'],
  ...['lighthouse', 'chrome-launcher', 'playwright-core', 'axe-core', 'html-validate', 'linkinator', 'chokidar'],
  '@vitejs/plugin-react',
]

/** Address of the compiled tool for the sources as they are now; undefined when it cannot be compiled. */
export function compiledCli() {
  const id = hashSources()
  const folder = path.join(home, id)
  if (!existsSync(folder)) {
    if (process.stderr.isTTY) process.stderr.write('Compiling the command line tool (once) ...\n')
    const partial = `${folder}.${process.pid}`
    const { status } = spawnSync(process.execPath, [import.meta.filename, partial], { cwd: root, stdio: 'ignore' })
    if (status !== 0) return undefined
    if (!existsSync(folder)) renameSync(partial, folder)
    for (const other of readdirSync(home)) {
      if (other !== id) rmSync(path.join(home, other), { recursive: true, force: true })
    }
  }
  return pathToFileURL(path.join(folder, 'main.js')).href
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
    ssr: { noExternal: true, external: LEFT_OUT, target: 'node' },
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
