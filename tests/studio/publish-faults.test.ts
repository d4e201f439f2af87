import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { cleanEnvironment } from '../run-site.ts'
import { triesAllCases } from '../sampled.ts'
import { ada, createSite, git, HEADING, heading, openTestStudio, SERVICE } from './publishing-site.ts'

/** Kills the process at every 13th moment; in the chaos suite, at each. */
const STEP = triesAllCases ? 1 : 13
const preload = pathToFileURL(path.join(projectRoot, 'tests', 'cli', 'kill-at.mjs')).href
const program = path.join(projectRoot, 'tests', 'studio', 'publish-program.ts')

/** Runs the program that publishes Ada's changes. @returns how it ended */
async function runProgram(home: string, options: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', ...options, program, home, ada.id], {
    cwd: projectRoot,
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code, signal] = await once(child, 'exit')
  return signal ?? code
}

/** Puts a script before git that kills its parent at the nth command, before or after git has done its work. */
function killAtGit(folder: string, count: number): NodeJS.ProcessEnv {
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  const bin = path.join(folder, 'bin')
  mkdirSync(bin)
  const kill = `[ "$(wc -l < ${bin}/count)" = ${count} ] && kill -KILL $PPID`
  const script = `#!/bin/sh\necho >> ${bin}/count\n${count % 2 ? kill : ''}\n${real} "$@"\ncode=$?\n${count % 2 ? '' : kill}\nexit $code\n`
  writeFileSync(path.join(bin, 'git'), script)
  chmodSync(path.join(bin, 'git'), 0o755)
  return { PATH: `${bin}:${process.env.PATH}` }
}

it.each(['file', 'git command'])(
  'a publication whose process is killed at any %s is continued at the next start, and loses and repeats nothing',
  async (what) => {
    const kills: number[] = []
    for (let count = 1; ; count += STEP) {
      const { root, home, remote, live, read, remove } = createSite()
      onTestFinished(remove)
      const { propose, publisher, studio } = openTestStudio(home)
      await propose(ada, heading('Care.'))
      const env = { KILL_AT: String(count), KILL_IN: JSON.stringify([home]) }
      const end =
        what === 'file'
          ? await runProgram(home, ['--import', preload], env)
          : await runProgram(home, [], killAtGit(root, count))
      expect([undefined, 'Care.', HEADING]).toContain(live())
      if (end === 0) break
      expect(end).toBe('SIGKILL')
      kills.push(count)
      // Makes the locks of the killed process expire now.
      for (const lock of ['studio/publications', 'writes/content'].map((name) =>
        path.join(home, '.northshelf', `${name}.lock`),
      ))
        if (existsSync(lock)) utimesSync(lock, 0, 0)
      const next = openTestStudio(home)
      await next.publisher.resume()
      // The process may have been killed before it had stored the publication.
      if (publisher.publications.list().length === 0) await next.publish(ada.id)
      expect([live(), read(SERVICE).includes('heading: Care.'), studio.content.changes.list()]).toEqual([
        'Care.',
        true,
        [],
      ])
      const [publication, ...others] = publisher.publications.list()
      expect([publication?.steps.map(({ state }) => state), others]).toEqual([Array(7).fill('done'), []])
      for (const folder of [home, remote]) expect(git(folder, 'log', '--format=%an')).toBe('Ada\nDev')
      expect(git(home, 'status', '--porcelain')).toBe('')
    }
    expect(kills.length).toBeGreaterThan(20 / STEP)
  },
)
