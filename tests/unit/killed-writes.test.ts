import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { createSafeStore } from '../../cli/editor/files/content-store.ts'
import { projectRoot } from '../../cli/paths.ts'
import { compileProgram } from '../chaos/faults/compile-program.ts'

const preload = pathToFileURL(path.join(projectRoot, 'tests', 'cli', 'kill-at.mjs')).href

const old = { 'a.yaml': 'a: 1\n', 'b.yaml': 'b: 1\n', 'c.yaml': 'c: 1\n' }
const changed = { 'a.yaml': 'a: 2\n', 'b.yaml': 'b: 2\n', 'd.yaml': 'c: 1\n' }
/** Changes two files and renames a third. */
const writes = [
  { file: 'content/a.yaml', before: old['a.yaml'], after: changed['a.yaml'] },
  { file: 'content/b.yaml', before: old['b.yaml'], after: changed['b.yaml'] },
  { file: 'content/d.yaml', after: changed['d.yaml'] },
  { file: 'content/c.yaml', before: old['c.yaml'] },
]

it('a process that is killed at any write of several files leaves all old or, after recovery, all new files', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'killed-writes-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const program = compileProgram('tests/unit/write-files.ts', path.join(folder, 'program'))

  /** Kills a process at its nth write. @returns the files after recovery, and whether it was killed */
  async function attempt(count: number) {
    const home = path.join(folder, String(count))
    const content = path.join(home, 'content')
    const state = path.join(home, '.northshelf', 'writes', 'content')
    for (const made of [content, state]) mkdirSync(made, { recursive: true })
    writeFileSync(path.join(path.dirname(state), '.gitignore'), '*\n')
    for (const [name, text] of Object.entries(old)) writeFileSync(path.join(content, name), text)
    const args = ['--import', preload, program, content, JSON.stringify(writes)]
    const child = spawn(process.execPath, args, {
      env: { ...process.env, KILL_AT: String(count), KILL_IN: JSON.stringify([home]) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [code, signal] = await once(child, 'exit')
    // Makes the lock of the killed process expire now instead of after five seconds.
    if (existsSync(`${state}.lock`)) utimesSync(`${state}.lock`, 0, 0)
    await createSafeStore(content).recover()
    const names = readdirSync(content).filter((name) => !name.startsWith('.'))
    const files = Object.fromEntries(names.map((name) => [name, readFileSync(path.join(content, name), 'utf8')]))
    return { files, end: signal ?? code }
  }

  // One write of the journal, three of temporary files, three moves, and the removal of a file and of the journal.
  const WRITES = 9
  const results = await Promise.all(Array.from({ length: WRITES + 1 }, (_, index) => attempt(index + 1)))
  expect(results.map(({ end }) => end)).toEqual([...Array<string>(WRITES).fill('SIGKILL'), 0])
  // Once the first file has been moved, recovery completes the others; before that, all files remain old.
  expect(results.map(({ files }) => files)).toEqual([...Array<object>(5).fill(old), ...Array<object>(5).fill(changed)])
})
