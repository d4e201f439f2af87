import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { cacheRoot, projectRoot } from '../paths.ts'
import { hash } from './hash.ts'

/** The compiled components: a server half that renders and a client half that hydrates. Holds no content. */
export interface Bundle {
  id: string
  folder: string
}

const folder = path.join(cacheRoot, 'bundles')
const KEPT = 3

/** The bundle of the sources as they are now; built only when they have changed since. */
export function ensureBundle(onBuild: () => void): Bundle {
  const id = hash(...sourceTexts())
  const home = path.join(folder, id)
  if (!existsSync(home)) {
    onBuild()
    compile(home)
    removeOld(id)
  }
  return { id, folder: home }
}

function sourceTexts(): string[] {
  const source = path.join(projectRoot, 'src')
  const files = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
  const read = [...files, path.join(projectRoot, 'package-lock.json'), path.join(import.meta.dirname, 'compile.ts')]
  return read.flatMap((file) => [path.relative(projectRoot, file), readFileSync(file, 'latin1')])
}

/** In a process of its own: the bundler stays out of the memory of the build, and its logs out of ours. */
function compile(home: string): void {
  const partial = `${home}.${process.pid}`
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', path.join(import.meta.dirname, 'compile.ts'), partial],
    {
      cwd: projectRoot,
      encoding: 'utf8',
    },
  )
  if (status !== 0 || !existsSync(partial)) throw new Error(`the components did not compile\n${stdout}${stderr}`)
  mkdirSync(folder, { recursive: true })
  renameSync(partial, home)
}

function removeOld(current: string): void {
  const bundles = readdirSync(folder)
    .filter((name) => name !== current)
    .map((name) => ({ name, time: statSync(path.join(folder, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time)
  for (const { name } of bundles.slice(KEPT - 1)) rmSync(path.join(folder, name), { recursive: true, force: true })
}
