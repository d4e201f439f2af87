import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bundles } from '../../cli/build/bundle.mjs'
import { cacheRoot } from '../../cli/cache.mjs'
import { projectRoot } from '../../cli/paths.ts'

const PARTS = ['src', 'cli', 'relay', 'scripts', 'deploy', 'package.json', 'package-lock.json', 'tsconfig.json']

/**
 * The project in a temporary folder, with the packages that are installed and a cache of its own: whatever is done to it,
 * cut off or not, the project knows nothing of it.
 */
export function copyProject() {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'))
  const root = path.join(folder, 'project')
  const packages = path.join(projectRoot, 'node_modules')
  mkdirSync(path.join(root, 'node_modules'), { recursive: true })
  for (const name of readdirSync(packages))
    if (name !== '.cache') symlinkSync(path.join(packages, name), path.join(root, 'node_modules', name))
  for (const part of PARTS) cpSync(path.join(projectRoot, part), path.join(root, part), { recursive: true })
  const cache = path.join(root, path.relative(projectRoot, cacheRoot))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', remove)
  return {
    root,
    cache,
    /** A place beside the copy that goes with it. */
    beside: (name: string) => path.join(folder, name),
    /** The command line tool, as an argument of Node. */
    program: path.join(root, 'scripts', 'site.mjs'),
    /** Forgets what was made of content; what was compiled stays. */
    forgetContent() {
      for (const kind of readdirSync(cache))
        if (!(kind in bundles)) rmSync(path.join(cache, kind), { recursive: true, force: true })
    },
    forgetAll: () => rmSync(cache, { recursive: true, force: true }),
    remove() {
      process.off('exit', remove)
      remove()
    },
  }
}
export type ProjectCopy = ReturnType<typeof copyProject>
