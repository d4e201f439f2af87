import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import lockfile from 'proper-lockfile'
import { describe, expect, it, onTestFinished } from 'vitest'
import { computeVersion, createSafeStore } from '../../cli/editor/files/content-store.ts'
import { findWriteObstacle } from '../../cli/editor/files/write-lock.ts'
import { becomeOrdinary } from '../relay/ordinary-user.ts'

/** Creates a content folder with one file. */
function createContent() {
  const home = mkdtempSync(path.join(tmpdir(), 'safe-store-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const content = path.join(home, 'content')
  mkdirSync(content)
  writeFileSync(path.join(content, 'a.yaml'), 'a: 1\n')
  return { home, content, read: (name: string) => readFileSync(path.join(content, name), 'utf8') }
}

const edit = (file: string, before: string | undefined, after: string) => ({
  file: `content/${file}`,
  before: before === undefined ? undefined : Buffer.from(before),
  after: Buffer.from(after),
})

describe('createSafeStore', () => {
  it('keeps its lock next to the content folder, where git ignores it', async () => {
    const { home, content, read } = createContent()
    await createSafeStore(content).write([edit('a.yaml', 'a: 1\n', 'a: 2\n')])
    expect(read('a.yaml')).toBe('a: 2\n')
    expect(readFileSync(path.join(home, '.northshelf', 'writes', '.gitignore'), 'utf8')).toBe('*\n')
  })

  it('waits for another project that writes to the same content folder, without blocking the event loop', async () => {
    const { home, content, read } = createContent()
    mkdirSync(path.join(home, 'other'))
    symlinkSync(content, path.join(home, 'other', 'content'))
    const state = path.join(home, '.northshelf', 'writes', 'content')
    mkdirSync(state, { recursive: true })
    const unlock = await lockfile.lock(state)
    const writing = createSafeStore(path.join(home, 'other', 'content')).write([edit('a.yaml', 'a: 1\n', 'a: 2\n')])
    // These callbacks run only if the event loop is free.
    await new Promise(setImmediate)
    expect(read('a.yaml')).toBe('a: 1\n')
    await unlock()
    await writing
    expect(read('a.yaml')).toBe('a: 2\n')
  })

  it('completes the writes of a killed process', async () => {
    const { home, content, read } = createContent()
    const state = path.join(home, '.northshelf', 'writes', 'content')
    mkdirSync(state, { recursive: true })
    writeFileSync(path.join(content, 'b.yaml'), 'b: 1\n')
    const entry = (file: string, before: string, after: string) => ({
      file: `content/${file}`,
      before: computeVersion(Buffer.from(before)),
      after: Buffer.from(after).toString('base64'),
    })
    // The first file has its new content, the second has not.
    const entries = [entry('a.yaml', 'a: 0\n', 'a: 1\n'), entry('b.yaml', 'b: 1\n', 'b: 2\n')]
    writeFileSync(path.join(state, 'journal.json'), JSON.stringify(entries))
    await createSafeStore(content).recover()
    expect([read('a.yaml'), read('b.yaml')]).toEqual(['a: 1\n', 'b: 2\n'])
    expect(existsSync(path.join(state, 'journal.json'))).toBe(false)
  })
})

describe('findWriteObstacle', () => {
  it('returns undefined for a folder that can be written, and creates nothing', () => {
    const { home, content } = createContent()
    expect(findWriteObstacle(content)).toBeUndefined()
    expect(existsSync(path.join(home, '.northshelf'))).toBe(false)
  })

  it('returns the reason for a folder that cannot be written', async () => {
    const { home, content } = createContent()
    await becomeOrdinary(home)
    chmodSync(content, 0o555)
    expect(findWriteObstacle(content)).toBe(`Cannot write to ${content}: permission denied.`)
  })

  it('returns undefined if only the folder next to the content cannot be written', async () => {
    const { home, content } = createContent()
    writeFileSync(path.join(home, '.northshelf'), '')
    expect(findWriteObstacle(content)).toBeUndefined()
    await createSafeStore(content).write([edit('a.yaml', 'a: 1\n', 'a: 2\n')])
    expect(readFileSync(path.join(content, 'a.yaml'), 'utf8')).toBe('a: 2\n')
  })
})
