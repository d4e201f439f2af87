import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { ProjectCopy } from '../../project-copy.ts'
import { createRandom } from '../../random.ts'
import { measure } from '../measure.ts'

/** Milliseconds between counts of written files. */
const INTERVAL = 25
/** Number of articles that are repeatedly changed and removed. */
const CHANGING = 5
/** Number of versions of a changing file; the first is the original. */
const VERSIONS = 3

export interface KillOptions {
  /** Folder of generated content, which is not modified. */
  content: string
  /** Number of builds to kill. */
  times: number
  /** Number of initial builds that start without compiled code. */
  cold: number
  seed: number
}

export interface KillResult {
  killed: number
  /** Number of builds that finished before they could be killed. */
  ended: number
  /** Number of incomplete files in the cache. */
  incomplete: number
  /** Number of files in the final output. */
  files: number
  /** Files that differ from a clean build, or exist in only one of the two builds. */
  wrong: string[]
}

/**
 * Repeatedly changes the content and builds it into one folder, but kills each build after it has written a random
 * number of files to the folder or the cache. Then restores the content of the last complete build, whose cached
 * results might wrongly be treated as current. Finally, completes one more build and compares the folder with a clean
 * build.
 * @throws if a build fails without being killed
 */
export async function killBuilds(project: ProjectCopy, options: KillOptions): Promise<KillResult> {
  const { content: original, times, cold, seed } = options
  const random = createRandom(seed)
  const pick = (below: number) => Math.floor(random() * below)
  const [content, out, clean] = ['content', 'out', 'clean'].map(project.beside) as [string, string, string]
  cpSync(original, content, { recursive: true })
  const articles = readdirSync(path.join(content, 'blog')).filter((file) => file.startsWith('field-note-'))
  const changing = ['site.yaml', ...articles.slice(-CHANGING).map((file) => path.join('blog', file))]
  let versions = changing.map(() => 0)
  let completed = versions
  const write = (chosen: number[]) => {
    versions = chosen
    for (const [index, file] of changing.entries()) writeVersion(file, original, content, chosen[index] ?? 0)
  }
  const build = async (into: string) => {
    const countWritten = createWriteCounter([into, project.cache])
    await measure(process.execPath, listArguments(project, content, into))
    return countWritten()
  }
  const most = await build(clean)
  project.forgetContent()
  const result = { killed: 0, ended: 0 }
  for (let time = 0; time < times; time += 1) {
    // Runs the first complete build only now, so that earlier builds are killed before the folder contains one.
    if (time === cold + Math.floor((times - cold) / 2)) {
      await build(out)
      completed = versions
    }
    if (time < cold) project.forgetAll()
    else if (pick(VERSIONS) === 0) project.forgetContent()
    // The first file is `site.yaml`, which must not be removed.
    write(changing.map((_, index) => pick(index === 0 ? VERSIONS : VERSIONS + 1)))
    // Kills the build after at most half as many files as a clean build writes, because cached files are not rewritten.
    const due = pick(most / 2)
    const countWritten = createWriteCounter([out, project.cache])
    const killed = await killBuild(listArguments(project, content, out), () => countWritten() > due)
    if (!killed) completed = versions
    result[killed ? 'killed' : 'ended'] += 1
  }
  write(completed)
  await build(out)
  const cached = readdirSync(project.cache, { recursive: true, encoding: 'utf8' })
  const incomplete = cached.filter((file) => INCOMPLETE.test(file))
  if (cold > 0) project.forgetAll()
  else project.forgetContent()
  rmSync(clean, { recursive: true })
  await build(clean)
  const [expected, found] = [hashFiles(clean), hashFiles(out)]
  const names = new Set([...expected.keys(), ...found.keys()])
  const wrong = [...names].filter((name) => expected.get(name) !== found.get(name)).sort()
  return { ...result, incomplete: incomplete.length, files: found.size, wrong }
}

/** Matches the names that `cli/cache.mjs` gives to incomplete files, which end with a process id. */
const INCOMPLETE = /\.\d+$/

export function listArguments({ program }: Pick<ProjectCopy, 'program'>, content: string, out: string): string[] {
  return [program, 'build', '--content', content, '--out', out, '--quiet']
}

/** Writes a version of a file, or removes the file if the version is VERSIONS. */
function writeVersion(file: string, original: string, content: string, version: number): void {
  const target = path.join(content, file)
  const text = readFileSync(path.join(original, file), 'utf8')
  if (version === VERSIONS) rmSync(target, { force: true })
  else writeFileSync(target, version === 0 ? text : text.replace(/^(?:title|tagline): .*$/m, `$& ${version}`))
}

/**
 * Starts a build, and kills all its processes as soon as `isDue` returns true, so that the build cannot clean up.
 * @returns false if the build finished before it could be killed
 * @throws if the build failed without being killed
 */
export async function killBuild(args: readonly string[], isDue: () => boolean): Promise<boolean> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  const stop = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL')
  process.prependOnceListener('exit', stop)
  const exited = Promise.all([once(child, 'exit'), text(child.stderr)])
  const isRunning = () => child.exitCode === null && child.signalCode === null
  while (isRunning() && !isDue()) await pause(INTERVAL)
  if (isRunning()) stop()
  const [[code, signal], stderr] = await exited
  process.off('exit', stop)
  if (signal === null && code !== 0) throw new Error(`a build exited with ${code}\n${stderr}`)
  return signal !== null
}

/**
 * Returns a function that counts the files written since this call. It compares times of files with each other, not with
 * the clock. Folders may be missing, or may disappear during the count.
 */
export function createWriteCounter(folders: readonly string[]): () => number {
  const readTimes = () =>
    folders.flatMap(listFiles).map((file) => [file, statSync(file, { throwIfNoEntry: false })?.mtimeMs] as const)
  const before = new Map(readTimes())
  return () => readTimes().filter(([file, time]) => time !== undefined && time !== before.get(file)).length
}

/** Returns the SHA-256 hash of each file, keyed by path relative to the folder. */
export function hashFiles(folder: string): Map<string, string> {
  return new Map(
    listFiles(folder).map((file) => [
      path.relative(folder, file),
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    ]),
  )
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
  } catch (error) {
    // A running build may have renamed an incomplete file.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return []
  }
}
