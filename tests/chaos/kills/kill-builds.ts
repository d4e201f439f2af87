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

/** Milliseconds between two looks at what a build has written. */
const STEP = 25
/** How many articles change and go, again and again. */
const CHANGING = 5
/** Of a file that changes; the first is the original. */
const VERSIONS = 3

export interface KillOptions {
  /** Generated content, which is left as it is. */
  content: string
  /** How many builds are killed. */
  times: number
  /** Of them, from the first, those that begin with nothing compiled. */
  cold: number
  seed: number
}

export interface KillResult {
  killed: number
  /** Builds that came to their end before their moment. */
  ended: number
  /** What stands half made in the cache. */
  halves: number
  /** Of the folder that came out of it. */
  files: number
  /** Those that are not as in a clean build, or in one of the two folders only. */
  wrong: string[]
}

/**
 * Kills builds into one folder, each once it has written so many files to the folder or the cache, while content changes
 * and goes. Then it comes back to what it was when a build last came to its end: of what was made of it, anything that
 * was overwritten since would be taken for good. One more build goes through, and the folder is compared with one that
 * was built in peace.
 * @throws when a build fails by itself
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
  let whole = versions
  const write = (chosen: number[]) => {
    versions = chosen
    for (const [index, file] of changing.entries()) writeVersion(file, original, content, chosen[index] ?? 0)
  }
  const build = async (into: string) => {
    const start = Date.now()
    await measure(process.execPath, listArguments(project, content, into))
    return countWritten([into, project.cache], start)
  }
  const most = await build(clean)
  project.forgetContent()
  const result = { killed: 0, ended: 0 }
  for (let time = 0; time < times; time += 1) {
    // At first into a folder that never had a whole build.
    if (time === cold + Math.floor((times - cold) / 2)) {
      await build(out)
      whole = versions
    }
    if (time < cold) project.forgetAll()
    else if (pick(VERSIONS) === 0) project.forgetContent()
    // The site's file has to stay.
    write(changing.map((_, index) => pick(index === 0 ? VERSIONS : VERSIONS + 1)))
    // What was cached is not written again.
    const due = pick(most / 2)
    const isDue = (start: number) => countWritten([out, project.cache], start) > due
    const killed = await killBuild(listArguments(project, content, out), isDue)
    if (!killed) whole = versions
    result[killed ? 'killed' : 'ended'] += 1
  }
  write(whole)
  await build(out)
  const halves = readdirSync(project.cache, { recursive: true, encoding: 'utf8' }).filter((file) => HALF.test(file))
  if (cold > 0) project.forgetAll()
  else project.forgetContent()
  rmSync(clean, { recursive: true })
  await build(clean)
  const [expected, found] = [hashFiles(clean), hashFiles(out)]
  const names = new Set([...expected.keys(), ...found.keys()])
  const wrong = [...names].filter((name) => expected.get(name) !== found.get(name)).sort()
  return { ...result, halves: halves.length, files: found.size, wrong }
}

/** As `cli/cache.mjs` names what is not whole: with the number of its process. */
const HALF = /\.\d+$/

export function listArguments({ program }: Pick<ProjectCopy, 'program'>, content: string, out: string): string[] {
  return [program, 'build', '--content', content, '--out', out, '--quiet']
}

/** One more than there are versions means that the file goes. */
function writeVersion(file: string, original: string, content: string, version: number): void {
  const place = path.join(content, file)
  const said = readFileSync(path.join(original, file), 'utf8')
  if (version === VERSIONS) rmSync(place, { force: true })
  else writeFileSync(place, version === 0 ? said : said.replace(/^(?:title|tagline): .*$/m, `$& ${version}`))
}

/**
 * Starts a build, and ends it with all its processes as soon as it is due: nothing of it gets to tidy up.
 * @param isDue gets when the build started, in milliseconds as files tell them
 * @returns whether it was killed; otherwise it came to its end before
 * @throws when it failed by itself
 */
export async function killBuild(args: readonly string[], isDue: (start: number) => boolean): Promise<boolean> {
  const start = Date.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  const stop = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL')
  process.prependOnceListener('exit', stop)
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)])
  const isRunning = () => child.exitCode === null && child.signalCode === null
  while (isRunning() && !isDue(start)) await pause(STEP)
  if (isRunning()) stop()
  const [[code, signal], said] = await ended
  process.off('exit', stop)
  if (signal === null && code !== 0) throw new Error(`a build ended with ${code}\n${said}`)
  return signal !== null
}

/** Files that were written since a time; a folder may be gone, or go while it is read. */
export function countWritten(folders: readonly string[], since: number): number {
  return folders.flatMap(listFiles).filter((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since)
    .length
}

/** sha256 of each file by its path from the folder. */
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
    // What is half made is renamed while it is listed.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return []
  }
}
