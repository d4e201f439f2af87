import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentReader } from '../../cli/dev/snapshot.ts'
import { createEditor, openFolder } from '../../cli/editor/server/editor.ts'
import { createGitReader } from '../../cli/editor/server/git.ts'
import { needs } from '../needs.ts'

const home = mkdtempSync(path.join(tmpdir(), 'editor-'))
const at = (name: string) => path.join(home, 'harbor', name)
const git = (...args: string[]) => execFileSync('git', ['-C', home, ...args])

let editor: ReturnType<typeof createEditor>
let read: (files: readonly string[]) => Promise<unknown>
beforeAll(() => {
  cpSync('tests/sites/harbor', at('.'), { recursive: true })
  git('init', '--quiet')
  git('-c', 'user.name=A', '-c', 'user.email=a@localhost', 'commit', '--quiet', '--allow-empty', '-m', 'First')
  const reader = createContentReader(at('.'), () => ({ today: '2026-11-24', all: true }))
  read = (files) => reader.read(files.map((file) => path.join(home, file)))
  editor = createEditor(openFolder({ folder: at('.'), reader: () => reader, onWritten: read }))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('editor.rename', needs('git'), () => {
  it('creates redirects.yaml if it is missing, undo removes the file, and redo restores it', async () => {
    const file = 'harbor/blog/ceilings-for-ads.md'
    const redirects = () => existsSync(at('redirects.yaml')) && readFileSync(at('redirects.yaml'), 'utf8')
    const written = '/blog/ceilings-for-ads: /blog/ad-limits\n'
    expect(redirects()).toBe(false)
    expect((await editor.rename(file, 'ad-limits')).file).toBe('harbor/blog/ad-limits.md')
    expect(redirects()).toBe(written)
    await editor.step('undo')
    expect([redirects(), existsSync(path.join(home, file))]).toEqual([false, true])
    await editor.step('redo')
    expect([redirects(), existsSync(path.join(home, file))]).toEqual([written, false])
    await editor.rename('harbor/blog/ad-limits.md', 'ceilings-for-ads')
    expect([redirects(), existsSync(path.join(home, file))]).toEqual([false, true])
  })
})

describe('editor.changes', needs('git'), () => {
  it('is null without a repository, and in a repository without a commit', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'editor-'))
    const changes = () => createGitReader(path.join(folder, 'content')).changes()
    expect(changes()).toBe(null)
    execFileSync('git', ['-C', folder, 'init', '--quiet'])
    expect(changes()).toBe(null)
    rmSync(folder, { recursive: true })
  })
})

describe('editor.revert', needs('git'), () => {
  it('refuses to remove an uncommitted picture while content uses it', async () => {
    await editor.addPicture('Signe.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))
    const { file, version } = editor.read('harbor/testimonials/signe-tea.yaml')
    const uses = { file, version, changes: [{ kind: 'set', path: ['image'], value: 'signe.svg' } as const] }
    await editor.save([uses], 'portrait')
    await expect(editor.revert('harbor/images/signe.svg')).rejects.toMatchObject({
      problems: [{ file, path: ['image'] }],
    })
    await editor.step('undo')
    await editor.revert('harbor/images/signe.svg')
    expect(existsSync(at('images/signe.svg'))).toBe(false)
  })

  it('reports errors in the committed version of redirects.yaml that it restores', async () => {
    writeFileSync(at('redirects.yaml'), '/about: /nowhere\n')
    git('add', '.')
    git('-c', 'user.name=A', '-c', 'user.email=a@localhost', 'commit', '--quiet', '-m', 'Redirects')
    rmSync(at('redirects.yaml'))
    await expect(editor.revert('harbor/redirects.yaml')).rejects.toMatchObject({
      problems: [{ file: 'harbor/redirects.yaml' }],
    })
  })
})

describe('editor.sample', needs('git'), () => {
  it('places a section where `site new section` would, and appends entries to other lists', async () => {
    // The sections of this page are hero, services and closing.
    const page = 'harbor/pages/services.yaml'
    expect((await editor.sample(page, ['sections', 3], 'stats')).path).toEqual(['sections', 2])
    expect((await editor.sample(page, ['sections', 3], 'hero')).path).toEqual(['sections', 0])
    expect((await editor.sample('harbor/services/listing-care.yaml', ['features', 'items', 3])).path.at(-1)).toBe(3)
  })

  it('starts the sections of a service with an empty list, so that the user chooses the first type', async () => {
    const file = 'harbor/services/listing-care.yaml'
    const save = (change: { kind: 'set' | 'insert'; path: readonly (string | number)[]; value: unknown }) =>
      editor.save([{ file, version: editor.read(file).version, changes: [change] }], 'sections')
    const list = await editor.sample(file, ['sections'])
    expect(list).toEqual({ path: ['sections'], value: [] })
    await save({ kind: 'set', ...list })
    await save({ kind: 'insert', ...(await editor.sample(file, ['sections', 0], 'hours')) })
    expect(editor.read(file).fields).toMatchObject({ sections: [{ type: 'hours' }] })
    await editor.step('undo')
    await editor.step('undo')
    expect(editor.read(file).fields).not.toHaveProperty('sections')
  })
})

describe('editor.files', needs('git'), () => {
  it('returns the files in natural sort order', async () => {
    const names = ['item-10', 'item-9', 'item-100'].map((name) => `faqs/${name}.yaml`)
    for (const name of names) cpSync(at('faqs/home.yaml'), at(name))
    const listed = (await editor.files()).map(({ file }) => file).filter((file) => file.includes('item-'))
    expect(listed).toEqual(['9', '10', '100'].map((number) => `harbor/faqs/item-${number}.yaml`))
    for (const name of names) rmSync(at(name))
  })

  it('includes an empty file', async () => {
    writeFileSync(at('faqs/empty.yaml'), '')
    expect(await editor.files()).toContainEqual(
      expect.objectContaining({ file: 'harbor/faqs/empty.yaml', title: 'empty' }),
    )
    rmSync(at('faqs/empty.yaml'))
  })
})
