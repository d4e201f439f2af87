import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bundles } from '../cli/build/bundle.mjs'
import { cacheRoot } from '../cli/cache.mjs'
import { projectRoot } from '../cli/paths.ts'

const PARTS = ['src', 'cli', 'relay', 'scripts', 'deploy', 'package.json', 'package-lock.json', 'tsconfig.json']

/** Copies the project's sources to a folder and links the installed packages. Workspace links point to the copy. */
export function copySources(root: string, parts: readonly string[] = PARTS): void {
  const [from, to] = [projectRoot, root].map((project) => path.join(project, 'node_modules')) as [string, string]
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    if (name === '.cache') continue
    const [installed, link] = [path.join(from, name), path.join(to, name)]
    if (/^@?northshelf$/.test(name)) cpSync(installed, link, { recursive: true, verbatimSymlinks: true })
    else symlinkSync(installed, link)
  }
  for (const part of parts) cpSync(path.join(projectRoot, part), path.join(root, part), { recursive: true })
}

/** Copies the project to a temporary folder with its own cache, so that changes do not affect the project. */
export function copyProject() {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'))
  const root = path.join(folder, 'project')
  copySources(root)
  const cache = path.join(root, path.relative(projectRoot, cacheRoot))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', remove)
  return {
    root,
    cache,
    /** Returns a path next to the copy. Removing the copy also removes this path. */
    beside: (name: string) => path.join(folder, name),
    /** Path of the command line tool, to run with Node. */
    program: path.join(root, 'scripts', 'site.mjs'),
    /** Clears the content caches, but keeps compiled bundles. */
    forgetContent() {
      for (const name of existsSync(cache) ? readdirSync(cache) : [])
        if (!(name in bundles)) rmSync(path.join(cache, name), { recursive: true, force: true })
    },
    forgetAll: () => rmSync(cache, { recursive: true, force: true }),
    remove() {
      process.off('exit', remove)
      remove()
    },
  }
}
export type ProjectCopy = ReturnType<typeof copyProject>
