import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentReader } from '../../cli/dev/snapshot.ts'
import { compareBuilds } from '../../cli/diff/compare-builds.ts'
import { createEditor, openFolder } from '../../cli/editor/server/editor.ts'
import { agency } from '../agency.ts'
import { needs } from '../needs.ts'
import { runHere } from '../run-here.ts'
import { createRepository, type Repository, startMcp } from './running-mcp.ts'

let site: Repository
const run = (...args: string[]) => runHere([...args, '--content', site.content])
const changesFile = (name: string) => path.join(site.home, '.northshelf', 'changes', `${name}.json`)
const propose = (name: string, set: object) => {
  mkdirSync(path.dirname(changesFile(name)), { recursive: true })
  writeFileSync(changesFile(name), JSON.stringify(set))
}
const heading = (file: string, value: string) => ({ kind: 'set', file, path: ['title'], value }) as const

/** The same kind of edit on three pages, each proposed in another way. */
const authors = {
  'by-hand': async () =>
    propose('by-hand', {
      title: 'A page',
      author: 'Ann',
      edits: [heading('content/pages/about.yaml', 'All about us')],
    }),
  'by-agent': async () => {
    const agent = await startMcp(site.content)
    const edits = [heading('content/pages/careers.yaml', 'Work with us')]
    expect(await agent.call('propose', { changes: 'by-agent', title: 'A page', edits })).not.toHaveProperty('error')
    await agent.close()
  },
  'by-editor': async () => {
    const reader = createContentReader(site.content, () => ({ all: true }))
    const editor = createEditor(
      openFolder({ folder: site.content, reader: () => reader, onWritten: async () => undefined }),
    )
    const edits = [heading('content/pages/solutions.yaml', 'What we solve')]
    await editor.changes.propose('by-editor', { title: 'A page', author: 'editor', edits })
  },
}
const names = Object.keys(authors)
let oldBuild = ''

describe('site changes', needs('git'), () => {
  beforeAll(async () => {
    site = createRepository(agency, 'content')
    oldBuild = path.join(site.home, 'old')
    await run('build', '--draft', '--out', oldBuild)
    for (const make of Object.values(authors)) await make()
  })
  afterAll(() => site.remove())

  it('lists changes made by hand, by an agent and in the editor alike', async () => {
    const { stdout } = await run('changes', 'list')
    expect(stdout).toBe(
      [
        'by-agent  A page, by test-agent, 1 edit',
        'by-editor  A page, by editor, 1 edit',
        'by-hand  A page, by Ann, 1 edit',
        '',
      ].join('\n'),
    )
    expect(site.git('status', '--porcelain', 'content')).toBe('')
  })

  it.each(names)(
    'shows, previews and applies changes made %s, and names exactly the pages that change',
    async (name) => {
      const shown = await run('changes', 'show', name, '--json')
      const { canApply, files, pages, edits } = JSON.parse(shown.stdout)
      expect([shown.code, canApply, files.length, edits.length]).toEqual([0, true, 1, 1])
      const review = path.join(site.home, `review-${name}`)
      const built = await run('build', '--changes', name, '--out', review, '--json')
      expect(built).toMatchObject({ code: 0, stderr: '' })
      const previewed = JSON.parse(built.stdout).pages as { page: string; after: string }[]
      for (const { after } of previewed) expect(existsSync(path.join(review, after))).toBe(true)

      const copy = path.join(site.home, `copy-${name}`)
      cpSync(site.content, path.join(copy, 'content'), { recursive: true })
      expect((await run('changes', 'apply', name)).stdout).toContain(`✓ ${name}: 1 file changed\n  ${files[0].file}\n`)
      expect(site.git('diff', '--numstat')).toBe(`1\t1\t${files[0].file}\n`)
      expect(existsSync(changesFile(name))).toBe(false)
      const now = path.join(site.home, `new-${name}`)
      await run('build', '--draft', '--out', now)
      const listed = (list: readonly { page: string }[]) => list.map(({ page }) => page).sort()
      const { changedPages } = await compareBuilds(oldBuild, now)
      expect(changedPages.length).toBeGreaterThan(0)
      expect(listed(previewed)).toEqual(listed(changedPages))
      expect(listed(pages)).toEqual(listed(changedPages))
      site.git('checkout', '--quiet', 'content')
    },
  )

  it.each(names)('discards changes made %s without touching the content', async (name) => {
    await authors[name as keyof typeof authors]()
    expect((await run('changes', 'discard', name)).stdout).toBe(`✓ discarded ${name}\n`)
    expect(existsSync(changesFile(name))).toBe(false)
    expect(site.git('status', '--porcelain', 'content')).toBe('')
    expect(await run('changes', 'discard', name)).toMatchObject({ code: 2, stderr: expect.stringContaining(name) })
  })

  it('shows a conflict at its value, and applies nothing', async () => {
    const edit = heading('content/pages/about.yaml', 'All about us')
    propose('conflict', { edits: [{ ...edit, was: 'Something else' }, heading('content/pages/careers.yaml', 'Jobs')] })
    const shown = await run('changes', 'show', 'conflict')
    expect(shown.code).toBe(1)
    expect(shown.stderr).toContain('content/pages/about.yaml no longer contains what this edit replaces.')
    expect(shown.stderr).toMatch(/was: "Something else"\n {2}now: "[^"]+"/)
    expect(await run('changes', 'apply', 'conflict')).toMatchObject({ code: 1, stdout: '' })
    expect(await run('build', '--changes', 'conflict', '--out', path.join(site.home, 'none'))).toMatchObject({
      code: 1,
    })
    expect(site.git('status', '--porcelain', 'content')).toBe('')
    await run('changes', 'discard', 'conflict')
  })

  it.each([
    ['is not valid JSON', '{', 'is not valid JSON'],
    ['has an unknown field', { edits: [{ ...heading('content/site.yaml', 'x'), wsa: 1 }] }, 'Unrecognized key: "wsa"'],
    ['has no edits', { edits: [] }, 'edits'],
    ['sets an inherited name', { edits: [{ ...heading('content/site.yaml', 'x'), path: ['constructor'] }] }, 'path'],
  ])('lists and discards a file that %s, but does not apply it', async (_, set, reason) => {
    propose('broken', {})
    writeFileSync(changesFile('broken'), typeof set === 'string' ? set : JSON.stringify(set))
    expect((await run('changes', 'list')).stdout).toContain(reason)
    expect(await run('changes', 'apply', 'broken')).toMatchObject({ code: 1, stdout: '' })
    expect((await run('changes', 'discard', 'broken')).code).toBe(0)
  })

  it.each([
    ['a file outside the folder', heading('../secret.yaml', 'x'), 'is not a content file'],
    ['a file that does not exist', heading('content/pages/none.yaml', 'x'), 'There is no file'],
    ['an invalid value', { kind: 'set', file: 'content/pages/about.yaml', path: ['title'], value: '' }, 'about.yaml:'],
    ['a reference to nothing', { kind: 'delete', file: 'content/pages/about.yaml' }, 'about'],
  ])('refuses changes with %s', async (_, edit, reason) => {
    propose('refused', { edits: [heading('content/pages/careers.yaml', 'Jobs'), edit] })
    const { code, stderr } = await run('changes', 'apply', 'refused')
    expect(code).toBe(1)
    expect(stderr).toContain(reason)
    expect(stderr).toContain('Nothing was changed.')
    expect(site.git('status', '--porcelain', 'content')).toBe('')
    await run('changes', 'discard', 'refused')
  })

  it('names similar changes if there are none of the name', async () => {
    propose('summer-hours', { edits: [heading('content/pages/careers.yaml', 'Jobs')] })
    const { code, stderr } = await run('changes', 'apply', 'sumer-hours')
    expect([code, stderr]).toEqual([2, 'There is no proposal named "sumer-hours". Did you mean summer-hours?\n'])
    expect(readFileSync(changesFile('summer-hours'), 'utf8')).toContain('Jobs')
  })
})
