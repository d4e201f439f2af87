import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createContentReader } from '../../cli/dev/snapshot.ts'
import { createSafeStore } from '../../cli/editor/files/content-store.ts'
import { createEditor, openFolder } from '../../cli/editor/server/editor.ts'
import { projectRoot } from '../../cli/paths.ts'
import { needs } from '../needs.ts'
import { runHere } from '../run-here.ts'
import { cleanEnvironment } from '../run-site.ts'
import { triesAllCases } from '../sampled.ts'
import { createRepository, listMcpArguments, type Mcp, type Repository, startMcp } from './running-mcp.ts'

const harbor = path.join(projectRoot, 'tests', 'sites', 'harbor')
const settings = 'harbor/site.yaml'
const quote = 'harbor/testimonials/abel-rope.yaml'

let site: Repository
let agent: Mcp
let committed: Record<string, string>
beforeAll(async () => {
  site = createRepository(harbor)
  writeFileSync(path.join(site.home, 'secret.yaml'), 'author: Nobody\n')
  site.git('add', '.')
  site.git('commit', '--quiet', '-m', 'Secret')
  committed = readRepository()
  agent = await startMcp(site.content, ['--yes'])
})
afterEach(() => {
  // Most tests change nothing.
  if (!isDeepStrictEqual(readRepository(), committed)) site.reset()
})
afterAll(async () => {
  await agent?.close()
  site.remove()
})

/** Returns the content of all files in a folder, and the type of its folders and links; skips paths that match. */
function readAll(folder: string, skipped: RegExp): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const place = path.join(entry.parentPath, entry.name)
    const type = entry.isDirectory() ? 'folder' : 'link'
    return [path.relative(folder, place), () => (entry.isFile() ? readFileSync(place, 'latin1') : type)] as const
  })
  return Object.fromEntries(entries.flatMap(([name, read]) => (skipped.test(name) ? [] : [[name, read()]])))
}
const readRepository = () => readAll(site.home, /^\.git(?:\/|$)/)
const readContent = (content: string) => readAll(content, /(?:^|\/)\./)

/** Expects an error that reveals neither the code nor a folder outside the site, and that nothing has changed. */
async function expectRefused(tool: string, args: Record<string, unknown>, says: RegExp | string): Promise<void> {
  const { error = '' } = await agent.call(tool, args)
  if (typeof says === 'string') expect(error).toContain(says)
  else expect(error).toMatch(says)
  expect(error).not.toMatch(/\bat \S+ \(|node_modules|\/tmp\/northshelf|Internal error/)
  expect(error.length).toBeLessThan(2000)
  expect(readRepository()).toEqual(committed)
}

/** A picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='
const nested = (depth: number): unknown => (depth === 0 ? 'end' : [nested(depth - 1)])
const notContent = 'is not a content file.'
const set = (value: unknown, ...rest: (string | number)[]) => {
  return { kind: 'set', file: settings, path: rest.length > 0 ? rest : ['tagline'], value }
}
const parsed = (json: string): object => JSON.parse(json)

describe('propose refuses', needs('git'), () => {
  it.each<[string, object | object[], RegExp | string]>([
    [
      'a path above the folder',
      { kind: 'set', file: 'harbor/../secret.yaml', path: ['author'], value: 'x' },
      notContent,
    ],
    ['a path beside the folder', { kind: 'set', file: 'secret.yaml', path: ['author'], value: 'x' }, notContent],
    ['an absolute path', { kind: 'create', file: '/tmp/new.yaml', text: 'a: 1' }, notContent],
    ['a path with backslashes', { kind: 'create', file: 'harbor\\blog\\new.md', text: 'a' }, notContent],
    ['a path with a NUL', { kind: 'create', file: 'harbor/blog/new\0.md', text: 'a' }, notContent],
    ['a path with a line break', { kind: 'create', file: 'harbor/faqs/a\nb.yaml', text: 'a' }, notContent],
    ['a hidden file', { kind: 'create', file: 'harbor/faqs/.new.yaml', text: 'a' }, notContent],
    ['a file in a hidden folder', { kind: 'create', file: 'harbor/.git/config.yaml', text: 'a' }, notContent],
    ['a change set as a file', { kind: 'create', file: '.northshelf/changes/a.json', text: '{}' }, notContent],
    ['an encoded path', { kind: 'create', file: 'harbor/%2e%2e/new.yaml', text: 'a' }, notContent],
    [
      'a path with dots inside the folder',
      { kind: 'body', file: 'harbor/blog/./ceilings-for-ads.md', text: 'a' },
      notContent,
    ],
    ['a script', { kind: 'create', file: 'harbor/faqs/run.sh', text: 'a' }, notContent],
    ['a file of unknown type', { kind: 'create', file: 'harbor/other/file.yaml', text: 'a' }, notContent],
    ['an inherited name as a file', { kind: 'create', file: 'harbor/constructor.yaml', text: 'a' }, notContent],
    [
      'an inherited name as a folder',
      { kind: 'create', file: 'harbor/__proto__/a.yaml', text: 'a' },
      'not a content folder',
    ],
    ['a folder as a file', { kind: 'set', file: 'harbor/blog', path: ['a'], value: 1 }, notContent],
    [
      'a picture outside the images',
      { kind: 'picture', file: 'harbor/faqs/a.png', base64: PIXEL },
      'not a valid name for this picture',
    ],
    [
      'a picture that is none',
      { kind: 'picture', file: 'harbor/images/a.png', base64: 'aGVsbG8=' },
      'Browsers cannot display this file.',
    ],
    ['a picture in invalid base64', { kind: 'picture', file: 'harbor/images/a.png', base64: '!!' }, 'base64'],
    ['a rename to a path above', { kind: 'rename', from: 'testimonials/abel-rope', to: '../../abel' }, 'Edit 1'],
    ['a rename of a file outside', { kind: 'rename', from: '../secret.yaml', to: 'public' }, 'Edit 1'],
    ['a rename to an existing name', { kind: 'rename', from: 'testimonials/abel-rope', to: 'signe-tea' }, 'signe-tea'],
    ['deleting a required file', { kind: 'delete', file: settings }, 'is required and cannot be deleted.'],
    ['deleting a file that is used', { kind: 'delete', file: quote }, 'abel-rope'],
    ['creating a file that exists', { kind: 'create', file: quote, text: 'a' }, 'already exists.'],
    ['a huge text', set('x'.repeat(600_000)), 'too long'],
    ['a huge body', { kind: 'body', file: 'harbor/blog/ceilings-for-ads.md', text: 'x'.repeat(500_001) }, 'Too big'],
    ['too many edits', Array.from({ length: 501 }, () => set('x')), 'more than 500 edits'],
    ['no edits', [], 'Too small'],
    ['a value that is too deep', set(nested(25)), 'value'],
    ['a path that is too deep', set('x', ...Array<string>(30).fill('a')), 'path'],
    ['__proto__ in a path', set('x', '__proto__', 'polluted'), 'path'],
    ['constructor in a path', set('x', 'constructor', 'prototype', 'polluted'), 'path'],
    [
      '__proto__ in a value',
      parsed(`{"kind":"set","file":"${settings}","path":["address"],"value":{"__proto__":{"a":1}}}`),
      'no special names',
    ],
    ['constructor in a value', set({ constructor: 'x' }, 'address'), 'value'],
    ['null as a value', set(null), 'value'],
    [
      'a number that JSON cannot contain',
      parsed(`{"kind":"set","file":"${settings}","path":["founded"],"value":1e999}`),
      'value',
    ],
    ['NaN as text', set('NaN', 'founded'), 'founded'],
    ['a control character', set('bell \u0007'), 'invisible control characters'],
    ['an escape sequence of terminals', set('\u001b[31mred'), 'invisible control characters'],
    ['a lone surrogate', set('half \ud800'), 'invisible control characters'],
    ['the wrong type', set({ a: 1 }), 'tagline'],
    ['an unknown field', set('x', 'nope'), 'nope'],
    ['an index out of range', { kind: 'remove', file: 'harbor/faqs/home.yaml', path: ['items', 99] }, 'Edit 1'],
    ['a negative index', { kind: 'remove', file: 'harbor/faqs/home.yaml', path: ['items', -1] }, 'path'],
    ['a fractional index', { kind: 'remove', file: 'harbor/faqs/home.yaml', path: ['items', 0.5] }, 'path'],
    [
      'moving an entry beyond the end',
      { kind: 'move', file: 'harbor/faqs/home.yaml', path: ['items', 50], to: 0 },
      'Edit 1',
    ],
    ['text that does not occur', { kind: 'replace', file: quote, find: 'zzz', text: 'a' }, 'does not contain'],
    ['text that occurs several times', { kind: 'replace', file: quote, find: 'e', text: 'a' }, 'several times'],
    [
      'replacing fields with broken YAML',
      { kind: 'replace', file: quote, find: 'rating: 4', text: 'rating: "4' },
      'Nothing was saved.',
    ],
    ['an unknown kind of edit', { kind: 'shell', command: 'id' }, 'kind'],
    ['an edit that is not an object', ['rm -rf'] as never, 'edits'],
    ['an edit after a failed one', [set('x', 'nope', 'nope'), set('Good')], 'Edit 1'],
  ])('%s', async (_, edits, says) => {
    await expectRefused('propose', { changes: 'hostile', edits: Array.isArray(edits) ? edits : [edits] }, says)
    expect(({} as Record<string, unknown>).polluted).toBe(undefined)
  })

  it.each([
    ['above the folder', '../x'],
    ['empty', ''],
    ['too long', 'a'.repeat(61)],
    ['in upper case', 'New'],
    ['with a slash', 'a/b'],
    ['inherited', '__proto__'],
    ['with a NUL', 'a\0b'],
  ])('a name that is %s, as all tools do', async (_, name) => {
    for (const tool of ['propose', 'diff', 'apply', 'discard', 'check'])
      await expectRefused(tool, { changes: name, ...(tool === 'propose' && { edits: [set('x')] }) }, /changes: /)
  })
})

describe('other tools refuse', needs('git'), () => {
  it.each<[string, string, Record<string, unknown>, RegExp | string]>([
    ['changes that do not exist', 'apply', { changes: 'nothing' }, 'There is no proposal named "nothing".'],
    ['a file outside the folder', 'read', { file: 'harbor/../secret.yaml' }, notContent],
    ['a file that does not exist', 'read', { file: 'harbor/faqs/none.yaml' }, 'There is no file'],
    ['a hidden file', 'read', { file: 'harbor/.env.yaml' }, notContent],
    ['a number as a file', 'read', { file: 7 }, 'file'],
    ['a negative offset', 'read', { file: settings, offset: -1 }, 'offset'],
    ['an unknown parameter', 'read', { file: settings, path: '/etc/passwd' }, 'path'],
    ['an inherited name as a kind', 'schema', { kind: 'constructor' }, 'Unknown content type'],
    ['an inherited name as a definition', 'schema', { kind: 'pages', definition: '__proto__' }, 'no definition'],
    ['an inherited name as a collection', 'list', { collection: '__proto__' }, 'no collection'],
    ['an item outside the folder', 'where', { name: '../secret.yaml' }, 'no item'],
  ])('%s', (_, tool, args, says) => expectRefused(tool, args, says))
})

describe('links', needs('git'), () => {
  const at = (name: string) => path.join(site.home, name)
  const edit = [{ kind: 'set', file: quote, path: ['author'], value: 'Somebody' }]
  /** Calls tools that must fail, then checks that the linked files are unchanged. */
  async function expectUnchanged(calls: [string, Record<string, unknown>][], says: RegExp): Promise<void> {
    const before = site.read('secret.yaml')
    for (const [tool, args] of calls) {
      const result = await agent.call(tool, args)
      expect(result.error).toMatch(says)
    }
    expect(site.read('secret.yaml')).toBe(before)
    expect(site.git('diff', '--name-only', 'secret.yaml')).toBe('')
  }

  it('to a file outside the folder are neither read nor written', async () => {
    rmSync(at(quote))
    symlinkSync('../../secret.yaml', at(quote))
    await expectUnchanged([['read', { file: quote }]], /symbolic link to a file outside/)
    await expectUnchanged([['propose', { changes: 'link', edits: edit }]], /There is no file|symbolic link/)
  })

  it('to a folder outside the folder are neither read nor written', async () => {
    rmSync(at('harbor/faqs'), { recursive: true })
    mkdirSync(at('outside'))
    symlinkSync('../outside', at('harbor/faqs'))
    await expectUnchanged([['read', { file: 'harbor/faqs/home.yaml' }]], /symbolic link to a file outside/)
    const create = [{ kind: 'create', file: 'harbor/faqs/new.yaml', text: 'items: []' }]
    await expectUnchanged([['propose', { changes: 'link', edits: create }]], /./)
    expect(readdirSync(at('outside'))).toEqual([])
  })

  it('that form a loop are reported', async () => {
    rmSync(at(quote))
    symlinkSync('abel-rope.yaml', at(quote))
    symlinkSync('..', at('harbor/blog/loop'))
    await expectUnchanged([['read', { file: quote }]], /./)
    expect((await agent.call('check')).problems).toContainEqual(expect.objectContaining({ file: quote }))
    await expectUnchanged([['propose', { changes: 'link', edits: edit }]], /./)
  })

  it('in place of .northshelf, or of a change set, are refused', async () => {
    mkdirSync(at('outside/changes'), { recursive: true })
    symlinkSync('outside', at('.northshelf'))
    const calls: [string, Record<string, unknown>][] = [
      ['propose', { changes: 'link', edits: edit }],
      ...['diff', 'apply', 'discard', 'check'].map(
        (tool) => [tool, { changes: 'link' }] as [string, { changes: string }],
      ),
    ]
    await expectUnchanged(calls, /symbolic link/)
    rmSync(at('.northshelf'))
    mkdirSync(at('.northshelf/changes'), { recursive: true })
    symlinkSync('../../secret.yaml', at('.northshelf/changes/link.json'))
    await expectUnchanged(calls, /symbolic link/)
    expect(readdirSync(at('outside/changes'))).toEqual([])
  })

  it.each([
    ['no JSON', '{', 'not valid JSON'],
    ['no change set', '{"edits":[{"kind":"shell"}]}', 'is not valid'],
    ['an edit of a file outside', JSON.stringify({ edits: [{ ...edit[0], file: '../secret.yaml' }] }), notContent],
    [
      'a forged approval',
      JSON.stringify({ approved: 'yes', edits: [{ ...edit[0], file: 'secret.yaml' }] }),
      notContent,
    ],
  ])('a change set written by hand that contains %s is reported', async (_, text, says) => {
    mkdirSync(at('.northshelf/changes'), { recursive: true })
    site.write('.northshelf/changes/own.json', text)
    expect((await agent.call('apply', { changes: 'own' })).error).toContain(says)
    expect((await agent.call('list')).changes).toHaveLength(1)
    expect(site.git('status', '--porcelain', 'harbor', 'secret.yaml')).toBe('')
  })
})

describe('changes to older content', needs('git'), () => {
  const edit = (value: string) => [{ kind: 'set', file: quote, path: ['author'], value }]

  it('are applied if their values are the same, although the file is not', async () => {
    await agent.call('propose', { changes: 'old', edits: edit('Abel Truro') })
    site.write(quote, `# Read by phone\n${site.read(quote).replace('rating: 4', 'rating: 5')}`)
    const before = site.read(quote)
    expect(await agent.call('apply', { changes: 'old' })).toMatchObject({ files: [quote] })
    expect(site.read(quote)).toBe(before.replace('Abel T.', 'Abel Truro'))
  })

  it('are refused with the old and the current value if these differ', async () => {
    await agent.call('propose', { changes: 'old', edits: edit('Abel Truro') })
    site.write(quote, site.read(quote).replace('Abel T.', 'A. Truro'))
    const before = site.read(quote)
    const { error, failures } = await agent.call('apply', { changes: 'old' })
    expect(error).toContain('no longer contains what this edit replaces.')
    expect(failures[0].conflict).toMatchObject({ file: quote, path: ['author'], was: 'Abel T.', now: 'A. Truro' })
    expect((await agent.call('diff', { changes: 'old' })).failures).toHaveLength(1)
    expect(site.read(quote)).toBe(before)
  })

  it('conflict if two proposals change the same value', async () => {
    await agent.call('propose', { changes: 'one', edits: edit('One') })
    await agent.call('propose', { changes: 'two', edits: edit('Two') })
    expect(await agent.call('apply', { changes: 'one' })).toMatchObject({ files: [quote] })
    const { failures } = await agent.call('apply', { changes: 'two' })
    expect(failures[0].conflict).toMatchObject({ was: 'Abel T.', now: 'One' })
    expect(site.read(quote)).toContain('author: One\n')
    expect(await agent.call('discard', { changes: 'two' })).toEqual({ discarded: 'two' })
  })
})

describe('an editor and an agent at the same time', needs('git'), () => {
  const ROUNDS = 4
  const other = 'harbor/testimonials/signe-tea.yaml'
  let reader: ReturnType<typeof createContentReader>
  let editor: ReturnType<typeof createEditor>
  const refresh = (...files: string[]) => reader.read(files.map((file) => path.join(site.home, file)))
  beforeAll(() => {
    reader = createContentReader(site.content, () => ({ today: '2026-11-24', all: true }))
    editor = createEditor(
      openFolder({ folder: site.content, reader: () => reader, onWritten: (files) => refresh(...files) }),
    )
  })
  const field = (file: string, name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(site.read(file))?.[1]
  async function save(file: string, name: string, value: string): Promise<void> {
    await editor.save(
      [{ file, version: editor.read(file).version, changes: [{ kind: 'set', path: [name], value }] }],
      'Edit',
    )
  }
  const propose = (round: number, value: string) =>
    agent.call('propose', {
      ...{ changes: 'race', replace: true },
      edits: [{ kind: 'set', file: quote, path: ['author'], value: `${value} ${round}` }],
    })
  /** Runs an attempt until it succeeds. Every attempt reads the current content. */
  async function untilDone(attempt: () => Promise<boolean>): Promise<void> {
    while (!(await attempt()));
  }
  /** @returns whether the changes were applied; if not, the content has changed */
  async function apply(): Promise<boolean> {
    const { error } = await agent.call('apply', { changes: 'race' })
    if (error !== undefined) expect(error).toMatch(/was changed in the meantime|no longer contains/)
    return error === undefined
  }
  /** @returns whether the edit was saved; if not, the file has changed */
  async function trySave(...args: Parameters<typeof save>): Promise<boolean> {
    try {
      await save(...args)
      return true
    } catch (error) {
      expect(error).toMatchObject({ status: 409 })
      return false
    }
  }

  it('keep both edits of different files', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await propose(round, 'Agent')
      const [, applied] = await Promise.all([save(other, 'author', `Person ${round}`), apply()])
      expect(applied).toBe(true)
      expect([field(quote, 'author'), field(other, 'author')]).toEqual([`Agent ${round}`, `Person ${round}`])
    }
    expect(site.git('diff', '--numstat')).toBe(`1\t1\t${quote}\n1\t1\t${other}\n`)
  })

  it('keep both edits of different values in a file, once refused edits are repeated', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await propose(round, 'Agent')
      const person = () => trySave(quote, 'company', `Person ${round}`)
      await Promise.all([untilDone(person), untilDone(apply)])
      expect([field(quote, 'author'), field(quote, 'company')]).toEqual([`Agent ${round}`, `Person ${round}`])
    }
    expect(site.git('diff', '--numstat')).toBe(`2\t2\t${quote}\n`)
  })

  it('accept only one of two edits of the same value', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await propose(round, 'Agent')
      const [saved, applied] = await Promise.all([trySave(quote, 'author', `Person ${round}`), apply()])
      expect(saved).toBe(!applied)
      expect(field(quote, 'author')).toBe(applied ? `Agent ${round}` : `Person ${round}`)
    }
    expect(site.git('diff', '--numstat')).toBe(`1\t1\t${quote}\n`)
  })
})

/** tests/unit/killed-writes.test.ts kills a small program that writes with the same store at each of its writes. */
describe('a process that is killed while it applies changes', needs('git'), () => {
  /** Writes the journal, writes and moves three files, removes one, the journal and the change set. */
  const WRITES = 10
  /** The first write at which a killed process has moved a file. */
  const MOVED = 6

  /** Kills a process at its nth write. @returns the content after recovery, and whether the change set is left */
  async function attempt(count: number) {
    const copy = createRepository(site.content)
    cpSync(path.join(site.home, '.northshelf'), path.join(copy.home, '.northshelf'), { recursive: true })
    mkdirSync(path.dirname(copy.state), { recursive: true })
    writeFileSync(path.join(copy.state, '..', '.gitignore'), '*\n')
    const preload = path.join(projectRoot, 'tests', 'cli', 'kill-at.mjs')
    const env = { KILL_AT: String(count), KILL_IN: JSON.stringify([copy.home]) }
    const server = await startMcp(copy.content, ['--yes'], ['--import', preload], env)
    const applied = await server.call('apply', { changes: 'kill' }).catch(() => undefined)
    await server.close()
    // Makes the lock of the killed process expire now instead of after five seconds.
    const lock = `${copy.state}.lock`
    if (existsSync(lock)) utimesSync(lock, 0, 0)
    await createSafeStore(copy.content).recover()
    const content = readContent(copy.content)
    const isProposed = existsSync(path.join(copy.home, '.northshelf', 'changes', 'kill.json'))
    copy.remove()
    return { content, isProposed, isKilled: applied === undefined }
  }

  it('leaves the old or the new content and, until its last write, the change set', async () => {
    await agent.call('propose', {
      changes: 'kill',
      edits: [{ kind: 'rename', from: 'testimonials/abel-rope', to: 'abel' }],
    })
    const old = readContent(site.content)
    const counts = triesAllCases ? Array.from({ length: WRITES + 1 }, (_, index) => index + 1) : [MOVED]
    const results = await Promise.all(counts.map(attempt))
    await agent.call('apply', { changes: 'kill' })
    const renamed = readContent(site.content)
    expect(Object.keys(renamed)).toContain('testimonials/abel.yaml')
    for (const [index, count] of counts.entries()) {
      const isKilled = count <= WRITES
      const content = count < MOVED ? old : renamed
      expect(results[index], `write ${count}`).toEqual({ content, isProposed: isKilled, isKilled })
    }
  })
})

describe('large content', needs('git'), () => {
  const size = (result: object) => Buffer.byteLength(JSON.stringify(result))

  it('is listed in parts of at most 100 kB, without gaps', async () => {
    const names = Array.from({ length: 1500 }, (_, index) => `figure-${index}`)
    site.write(
      'harbor/facts.yaml',
      site.read('harbor/facts.yaml') + names.map((name) => `${name}: "${'9'.repeat(60)}"\n`).join(''),
    )
    const listed: string[] = []
    for (let offset: number | undefined = 0, parts = 0; offset !== undefined; parts += 1) {
      const result = await agent.call('list', { collection: 'facts', offset })
      expect(size(result)).toBeLessThan(100_000)
      expect(parts).toBeLessThan(10)
      listed.push(...result.items.map(({ name }: { name: string }) => name))
      const [, next] = /with offset: (\d+)\.$/.exec(result.leftOut ?? '') ?? []
      offset = next === undefined ? undefined : Number(next)
    }
    expect(listed.slice(-names.length)).toEqual(names.map((name) => `facts/${name}`))
    expect(new Set(listed).size).toBe(listed.length)
  })

  it.each([700, 4000])('is read in parts of at most 100 kB, without gaps (%i lines)', async (lines) => {
    const file = 'harbor/blog/ceilings-for-ads.md'
    const line = lines > 1000 ? 'Žluťoučký "kůň" 🐎 \\ 漢字\n' : 'Plain words, forty characters to a line.\n'
    site.write(file, site.read(file) + line.repeat(lines))
    let text = ''
    for (let isComplete = false; !isComplete; ) {
      const result = await agent.call('read', { file, offset: text.length })
      expect(size(result)).toBeLessThan(100_000)
      text += result.text
      isComplete = result.leftOut === undefined
    }
    expect(text).toBe(site.read(file))
  })

  it('has shortened differences', async () => {
    const text = 'word '.repeat(60_000)
    const proposed = await agent.call('propose', {
      changes: 'large',
      edits: [
        { kind: 'body', file: 'harbor/pages/privacy.md', text },
        { kind: 'body', file: 'harbor/jobs/listing-keeper.md', text },
      ],
    })
    expect(proposed.error).toBe(undefined)
    const result = await agent.call('diff', { changes: 'large' })
    expect(size(result)).toBeLessThan(100_000)
    expect(result.files.map(({ file }: { file: string }) => file)).toHaveLength(2)
    expect(result.files[0].diff).toMatch(/more characters\)$/)
  })
})

describe('malformed messages', needs('git'), () => {
  const initialize = {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  }
  const call = (id: number | 'last', name: string, args: string) =>
    `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const proposeDeep = (id: number, extra: string) =>
    call(id, 'propose', `{"changes":"deep","edits":[{"kind":"set","file":"${settings}","path":["tagline"],${extra}}]}`)

  /** Sends lines to a new process, then a valid call, and waits for its answer. */
  async function converse(lines: (string | Buffer)[], end: 'stdin' | 'SIGTERM') {
    const child = spawn(process.execPath, listMcpArguments(site.content), { env: cleanEnvironment() })
    const exit = once(child, 'exit')
    let output = ''
    const answered = new Promise<void>((resolve) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('"id":"last"')) resolve()
      })
    })
    for (const line of [JSON.stringify(initialize), ...lines, call('last', 'schema', '{}')]) {
      child.stdin.write(line)
      child.stdin.write('\n')
    }
    await Promise.race([answered, exit])
    if (end === 'stdin') child.stdin.end()
    else child.kill(end)
    const [code] = await exit
    const messages = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    return { code, messages, answer: (id: unknown) => messages.find((message) => message.id === id) }
  }

  it('get errors or are ignored, and the process ends with 0 when stdin ends', async () => {
    const { code, messages, answer } = await converse(
      [
        'no JSON',
        '',
        '[]',
        'null',
        '{"jsonrpc":"1.0","id":2,"method":"ping"}',
        '{"jsonrpc":"2.0","id":{},"method":"ping"}',
        '{"jsonrpc":"2.0","id":3,"method":"no/method"}',
        '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":[]}',
        '{"jsonrpc":"2.0","id":99,"result":{}}',
        '{"jsonrpc":"2.0","method":"notifications/unknown"}',
        Buffer.from([0xff, 0xfe, 0x00]),
        'x'.repeat(12_000_000),
        call(5, 'no-tool', '{}'),
        call(6, '__proto__', '{}'),
        call(7, 'constructor', '{}'),
        call(8, 'read', 'null'),
        call(9, 'read', '[]'),
        call(10, 'read', `{"file":"${settings}","__proto__":{"offset":5}}`),
        proposeDeep(11, `"value":${deep}`),
        proposeDeep(12, `"value":"x","was":${deep}`),
        call(13, 'list', '{"collection":"faqs"}'),
      ],
      'stdin',
    )
    expect(code).toBe(0)
    expect(messages.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true)
    expect(answer(3).error.code).toBe(-32601)
    for (const id of [5, 6, 7, 8, 9]) expect(answer(id), String(id)).toHaveProperty('error')
    for (const id of [11, 12]) expect(answer(id).result, String(id)).toMatchObject({ isError: true })
    expect(JSON.stringify(messages)).not.toMatch(/Internal error|\.ts:|\.js:/)
    expect(JSON.parse(answer(13).result.content[0].text)).toMatchObject({ total: 1 })
    expect(site.git('status', '--porcelain', '--ignored')).toBe('')
  })

  it('do not keep the process from ending with 0 at SIGTERM', async () => {
    const { code, answer } = await converse(['{'], 'SIGTERM')
    expect(code).toBe(0)
    expect(answer('last').result.content[0].text).toContain('"kind":"site"')
  })
})

describe('site mcp', needs('git'), () => {
  it('copies no content to the temporary folder', async () => {
    const temporary = path.join(site.home, 'temporary')
    mkdirSync(temporary)
    const seen: string[] = []
    const watcher = watch(temporary, (_, name) => seen.push(String(name)))
    const server = await startMcp(site.content, [], [], { TMPDIR: temporary })
    expect((await server.call('propose', { changes: 'added', edits: [set('Added')] })).error).toBeUndefined()
    expect((await server.call('diff', { changes: 'added' })).error).toBeUndefined()
    await server.close()
    watcher.close()
    expect([seen, readdirSync(temporary)]).toEqual([[], []])
  })

  it('exits with 2 if there is no content folder', async () => {
    const { code, stdout, stderr } = await runHere(['mcp', '--content', '/nowhere'])
    expect([code, stdout, stderr]).toEqual([2, '', 'There is no content folder /nowhere.\n'])
  })
})
