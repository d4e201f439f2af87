import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { cacheRoot, projectRoot } from '../paths.ts'
import { hash } from './hash.ts'

/** Compiled code, kept by the hash of its sources. Holds no content. */
export interface Bundle {
  id: string
  folder: string
}

/** What is compiled: the components (a half that renders, a half that hydrates), and the relay. */
export type BundleName = 'components' | 'relay'

/** What makes pages of components belongs to them: a page is rendered again when it has changed. */
const sources: Record<BundleName, string[]> = {
  components: ['src', 'cli/build'],
  relay: ['relay', 'src/forms', 'src/ui'],
}

const KEPT = 3

/** The bundle of the sources as they are now; compiled only when they have changed since. */
export async function ensureBundle(name: BundleName, onCompile: () => void): Promise<Bundle> {
  const id = hash(...sourceTexts(sources[name]))
  const folder = path.join(cacheRoot, name)
  const home = path.join(folder, id)
  if (!existsSync(home)) {
    onCompile()
    mkdirSync(folder, { recursive: true })
    await compile(name, home)
    removeOld(folder, id)
  }
  return { id, folder: home }
}

function sourceTexts(folders: string[]): string[] {
  const files = folders
    .flatMap((folder) => readdirSync(path.join(projectRoot, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
  const shared = [path.join(projectRoot, 'package-lock.json'), path.join(import.meta.dirname, 'compile.ts')]
  return [...files, ...shared].flatMap((file) => [path.relative(projectRoot, file), readFileSync(file, 'latin1')])
}

/** In a process of its own: the bundler stays out of the memory of the build, and its logs out of ours. */
async function compile(name: BundleName, home: string): Promise<void> {
  const partial = `${home}.${process.pid}`
  const program = path.join(import.meta.dirname, 'compile.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', program, name, partial], {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0 || !existsSync(partial)) throw new Error(`${name}: did not compile\n${said}`)
  try {
    renameSync(partial, home)
  } catch (error) {
    // Another build was faster; its result is the same.
    rmSync(partial, { recursive: true, force: true })
    if (!existsSync(home)) throw error
  }
}

/** What another build is still compiling has a dot in its name. */
function removeOld(folder: string, current: string): void {
  const bundles = readdirSync(folder)
    .filter((name) => name !== current && !name.includes('.'))
    .map((name) => ({ name, time: statSync(path.join(folder, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time)
  for (const { name } of bundles.slice(KEPT - 1)) rmSync(path.join(folder, name), { recursive: true, force: true })
}
