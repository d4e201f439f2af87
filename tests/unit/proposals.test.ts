import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import lockfile from 'proper-lockfile'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createContentReader } from '../../cli/dev/snapshot.ts'
import { createAccess, createChanges } from '../../cli/editor/changes/changes.ts'
import type { ChangeSetEffect } from '../../cli/editor/changes/effect.ts'
import type { ChangeSetSummary } from '../../cli/editor/changes/summarize-change-set.ts'
import { createEditApi } from '../../cli/editor/server/api.ts'
import { createEditor, openFolder } from '../../cli/editor/server/editor.ts'

const home = mkdtempSync(path.join(tmpdir(), 'proposals-'))
const folder = path.join(home, 'harbor')
const SERVICE = 'harbor/services/listing-care.yaml'
const file = path.join(home, SERVICE)
const stored = path.join(home, '.northshelf/changes')
const goodQuote = readFileSync('tests/sites/harbor/testimonials/wren-candles.yaml', 'utf8')
const extra = path.join(folder, 'testimonials/extra.yaml')
const OLD = 'A page that says what the parcel holds.'

let editor: ReturnType<typeof createEditor>
let server: Server
let token: string
let good: string
beforeAll(async () => {
  cpSync('tests/sites/harbor', folder, { recursive: true })
  writeFileSync(file, readFileSync(file, 'utf8').replace(OLD, `${OLD} # agreed with Signe`))
  good = readFileSync(file, 'utf8')
  const reader = createContentReader(folder, () => ({ today: '2026-11-24', all: true }))
  const onWritten = (files: readonly string[]) => reader.read(files.map((name) => path.join(home, name)))
  editor = createEditor(openFolder({ folder, reader: () => reader, onWritten }))
  const answer = createEditApi(editor, async () => undefined)
  server = createServer((request, response) => void answer(request, response, new URL(request.url ?? '', 'http://x')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  token = (await ask<{ token: string }>('session')).body.token
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  rmSync(home, { recursive: true, force: true })
})
afterEach(() => {
  writeFileSync(file, good)
  rmSync(stored, { recursive: true, force: true })
})

/** Sends a request to the editor's API: a POST if there is a body. */
async function ask<T>(name: string, body?: unknown): Promise<{ status: number; body: T }> {
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/@edit/${name}`, {
    headers: { 'x-edit-token': token ?? '', 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as T }
}
const post = (name: string, body: unknown) => ask<{ message: string } & Record<string, unknown>>(name, body)

const heading = (value: unknown, was: unknown = OLD) => ({
  ...{ kind: 'set', file: SERVICE, path: ['hero', 'heading'], value, was },
})
const propose = (name: string, ...edits: unknown[]) => post('propose', { name, edits })
const list = async () => (await ask<ChangeSetSummary[]>('proposals')).body
const hashOf = async (name: string) => (await list()).find((proposal) => proposal.name === name)?.hash
const effectOf = async (name: string) => (await ask<ChangeSetEffect>(`proposal?name=${name}`)).body
/** Returns access to the content whose saves run a task after their check and before their write. */
function afterPlan(task: () => void): ReturnType<typeof createAccess> {
  const { checkSaved, put } = createAccess(folder)
  return {
    checkSaved,
    put: (plan) =>
      put(async () => {
        const save = await plan()
        task()
        return save
      }),
  }
}
const readStored = (name: string) => JSON.parse(readFileSync(path.join(stored, `${name}.json`), 'utf8'))

describe('a proposal made in the editor', () => {
  it('leaves the file unchanged, and is listed with its author, edits, pages and diff', async () => {
    expect((await propose('words', heading('Care for listings.'))).status).toBe(200)
    expect(readFileSync(file, 'utf8')).toBe(good)
    expect(await list()).toMatchObject([{ name: 'words', author: 'editor', approved: false }])
    expect((await list())[0]?.edits).toEqual([`${SERVICE} hero.heading: ${OLD} → Care for listings.`])
    const { failures, problems, files, pages } = await effectOf('words')
    expect([failures, problems, pages?.map(({ page }) => page)]).toEqual([[], [], ['/services/listing-care']])
    expect(files).toMatchObject([{ file: SERVICE, change: 'changed' }])
    expect(files[0]?.diff).toMatch(/- 13 .*parcel holds\. # agreed.*\n.*\+ 13 .*Care for listings\. # agreed/)
  })

  it('is rejected if it would have too many edits, and keeps the earlier ones', async () => {
    mkdirSync(stored, { recursive: true })
    const edits = Array.from({ length: 500 }, (_, index) => ({ ...heading(`Care ${index}.`), was: undefined }))
    writeFileSync(path.join(stored, 'many.json'), JSON.stringify({ edits }))
    const { status, body } = await propose('many', { kind: 'set', file: SERVICE, path: ['order'], value: 20, was: 10 })
    expect([status, body.message]).toEqual([422, expect.stringContaining('cannot be saved')])
    expect(readStored('many').edits).toHaveLength(500)
  })

  it('replaces an earlier edit of the same value that the user has not seen on the page', async () => {
    await propose('words', heading('First.'))
    await propose('words', heading('Second.'))
    expect(readStored('words').edits).toEqual([heading('Second.')])
    // This author has seen the content after the earlier edit.
    await propose('words', heading('Third.', 'Second.'))
    expect(readStored('words').edits).toEqual([heading('Third.')])
  })

  it('contains the edits of both windows that add to it at the same time', async () => {
    const order = { kind: 'set', file: SERVICE, path: ['order'], value: 20, was: 10 }
    const sent = await Promise.all([propose('words', heading('Care.')), propose('words', order)])
    expect(sent.map(({ status }) => status)).toEqual([200, 200])
    expect(readStored('words').edits).toHaveLength(2)
    expect(readStored('words').edits).toEqual(expect.arrayContaining([heading('Care.'), order]))
  })

  it('names both authors if an agent made it', async () => {
    await editor.changes.propose('words', { edits: [heading('Care.') as never], author: 'robot', title: 'New words' })
    await propose('words', { kind: 'set', file: SERVICE, path: ['order'], value: 20, was: 10 })
    expect(await list()).toMatchObject([{ title: 'New words', author: 'robot, editor' }])
  })

  it('is rejected, with the field of each problem, if the check finds an error', async () => {
    const { status, body } = await propose('words', heading('x'.repeat(300)))
    expect(status).toBe(422)
    expect(body).toMatchObject({ failures: [], problems: [{ file: SERVICE, path: ['hero', 'heading'] }] })
    expect(existsSync(stored)).toBe(false)
  })

  it('is rejected, with the current value, if the value has changed since the user saw it', async () => {
    const { status, body } = await propose('words', heading('Care.', 'What I saw.'))
    expect(status).toBe(409)
    expect(body).toMatchObject({
      failures: [
        { index: 0, conflict: { was: 'What I saw.', now: OLD, proposed: 'Care.', path: ['hero', 'heading'] } },
      ],
    })
    expect(existsSync(stored)).toBe(false)
  })
})

describe('applying a proposal', () => {
  it('changes only the value, keeps comments, deletes the proposal, and can be undone', async () => {
    await propose('words', heading('Care for listings.'))
    const { status, body } = await post('apply', { name: 'words', hash: await hashOf('words') })
    expect([status, body]).toEqual([200, { undo: 'apply words' }])
    expect(readFileSync(file, 'utf8')).toBe(good.replace(OLD, 'Care for listings.'))
    expect(await list()).toEqual([])
    expect((await post('undo', {})).status).toBe(200)
    expect(readFileSync(file, 'utf8')).toBe(good)
  })

  it('can be undone and redone if it renames and adds pictures', async () => {
    const base64 = readFileSync(path.join(folder, 'images/pier.jpg')).toString('base64')
    const added = { kind: 'picture', file: 'harbor/images/mole.jpg', base64 }
    await propose('pictures', { kind: 'rename', from: 'pier.jpg', to: 'quay.jpg' }, added)
    expect((await post('apply', { name: 'pictures', hash: await hashOf('pictures') })).status).toBe(200)
    const pictures = () => readdirSync(path.join(folder, 'images')).sort()
    expect(pictures()).toEqual(['mole.jpg', 'pier-at-dusk.jpg', 'quay.jpg'])
    expect((await post('undo', {})).status).toBe(200)
    expect(pictures()).toEqual(['pier-at-dusk.jpg', 'pier.jpg'])
    expect((await post('redo', {})).status).toBe(200)
    expect(pictures()).toEqual(['mole.jpg', 'pier-at-dusk.jpg', 'quay.jpg'])
    await post('undo', {})
  })

  it('is rejected if an agent has changed the edits since the user saw them', async () => {
    await propose('words', heading('Care.'))
    const hash = await hashOf('words')
    await propose('words', heading('Something else.'))
    for (const action of ['apply', 'approve'])
      expect(await post(action, { name: 'words', hash })).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('have changed since they were shown') },
      })
    expect(await list()).toMatchObject([{ approved: false }])
    expect(readFileSync(file, 'utf8')).toBe(good)
  })

  it('is rejected if edits are added between the check and the write, and keeps these', async () => {
    await propose('words', heading('Care.'))
    const added = { kind: 'set', file: SERVICE, path: ['order'], value: 20 }
    const changes = createChanges(
      folder,
      afterPlan(() => {
        const set = readStored('words')
        writeFileSync(path.join(stored, 'words.json'), JSON.stringify({ ...set, edits: [...set.edits, added] }))
      }),
    )
    await expect(changes.apply('words')).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/changed/),
    })
    expect(readStored('words').edits).toContainEqual(added)
    expect(readFileSync(file, 'utf8')).toBe(good)
  })

  it('is rejected with 409 if another program changes the same file between the check and the write', async () => {
    await propose('words', heading('Care.'))
    const changes = createChanges(
      folder,
      afterPlan(() => writeFileSync(file, `${good}\n`)),
    )
    const message = `${SERVICE} was changed in the meantime.`
    await expect(changes.apply('words')).rejects.toMatchObject({ status: 409, message })
    expect(readFileSync(file, 'utf8')).toBe(`${good}\n`)
    expect(readStored('words').edits).toEqual([heading('Care.')])
  })

  it('is checked again if another program changes other content between the check and the write', async () => {
    await propose('words', heading('Care.'))
    const checks: string[] = []
    const access = afterPlan(() => {
      checks.push('check')
      if (checks.length === 1) writeFileSync(extra, goodQuote)
    })
    await createChanges(folder, access).apply('words')
    expect(checks).toHaveLength(2)
    expect(readFileSync(file, 'utf8')).toBe(good.replace(OLD, 'Care.'))
    rmSync(extra)
  })

  it('is rejected if another program removes an entry that it uses between the check and the write', async () => {
    writeFileSync(extra, goodQuote)
    await propose('use', { kind: 'set', file: SERVICE, path: ['testimonial'], value: 'extra' })
    const access = afterPlan(() => rmSync(extra, { force: true }))
    await expect(createChanges(folder, access).apply('use')).rejects.toMatchObject({
      status: 422,
      problems: [{ file: SERVICE, rule: 'ref/unknown-slug' }],
    })
    expect(readFileSync(file, 'utf8')).toBe(good)
    expect(await list()).toMatchObject([{ name: 'use' }])
  })

  it('is rejected with 409 if other content changes after every check', async () => {
    await propose('words', heading('Care.'))
    let count = 0
    const access = afterPlan(() => {
      count += 1
      writeFileSync(extra, `${goodQuote}${'#'.repeat(count)}\n`)
    })
    await expect(createChanges(folder, access).apply('words')).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('was changed in the meantime. Nothing was written.'),
    })
    expect(readFileSync(file, 'utf8')).toBe(good)
    rmSync(extra)
  })

  it('prevents another window from removing an entry that the proposal starts to use', async () => {
    writeFileSync(extra, goodQuote)
    await propose('use', { kind: 'set', file: SERVICE, path: ['testimonial'], value: 'extra' })
    const hash = await hashOf('use')
    const sent = await Promise.all([
      post('apply', { name: 'use', hash }),
      post('remove', { file: 'harbor/testimonials/extra.yaml' }),
    ])
    expect(sent.map(({ status }) => status)).toEqual([200, 422])
    expect(readFileSync(file, 'utf8')).toContain('testimonial: extra')
    expect(existsSync(extra)).toBe(true)
    expect((await post('undo', {})).status).toBe(200)
    rmSync(extra)
  })

  it('cannot be undone if other content has started to use a picture that it added', async () => {
    await propose('pictures', { kind: 'rename', from: 'pier.jpg', to: 'quay.jpg' })
    await post('apply', { name: 'pictures', hash: await hashOf('pictures') })
    const article = path.join(folder, 'blog/ceilings-for-ads.md')
    const text = readFileSync(article, 'utf8')
    writeFileSync(article, `${text}\n![The quay in the evening](../images/quay.jpg)\n`)
    const { status, body } = await post('undo', {})
    expect([status, body.message]).toEqual([422, expect.stringContaining('Could not undo')])
    expect(readdirSync(path.join(folder, 'images')).sort()).toEqual(['pier-at-dusk.jpg', 'quay.jpg'])
    writeFileSync(article, text)
    expect((await post('undo', {})).status).toBe(200)
    expect(readdirSync(path.join(folder, 'images')).sort()).toEqual(['pier-at-dusk.jpg', 'pier.jpg'])
  })
})

describe('the approval of a proposal', () => {
  it('allows an agent to apply exactly these edits, and ends with the next edit or when it is withdrawn', async () => {
    await propose('words', heading('Care.'))
    const approve = async () => post('approve', { name: 'words', hash: await hashOf('words') })
    const refusal = { status: 403 }
    await expect(editor.changes.apply('words', { approvedOnly: true })).rejects.toMatchObject(refusal)
    expect((await approve()).status).toBe(200)
    expect(await list()).toMatchObject([{ approved: true }])
    await post('withdraw', { name: 'words' })
    await expect(editor.changes.apply('words', { approvedOnly: true })).rejects.toMatchObject(refusal)
    await approve()
    await propose('words', heading('Other care.'))
    expect(await list()).toMatchObject([{ approved: false }])
    await expect(editor.changes.apply('words', { approvedOnly: true })).rejects.toMatchObject(refusal)
    await approve()
    await editor.changes.apply('words', { approvedOnly: true })
    expect(readFileSync(file, 'utf8')).toBe(good.replace(OLD, 'Other care.'))
    await post('undo', {})
  })
})

describe('a change to proposals', () => {
  it('waits for the lock of another process, and then notices its edits', async () => {
    await propose('words', heading('Care.'))
    const hash = (await hashOf('words')) ?? ''
    const state = path.join(home, '.northshelf/writes/harbor')
    const unlock = await lockfile.lock(state)
    const waiting = [
      editor.changes.approve('words', hash),
      editor.changes.resolve('words', 0, hash, 'Other.'),
      editor.changes.propose('words', { edits: [{ kind: 'set', file: SERVICE, path: ['order'], value: 20 }] as never }),
    ].map((change) =>
      change.then(
        () => 'done',
        ({ status }) => status,
      ),
    )
    const theirs = { ...readStored('words'), edits: [heading('Theirs.')] }
    writeFileSync(path.join(stored, 'words.json'), JSON.stringify(theirs))
    await unlock()
    expect(await Promise.all(waiting)).toEqual([409, 409, 'done'])
    expect(readStored('words').edits).toMatchObject([heading('Theirs.'), { path: ['order'], value: 20 }])
    expect(await list()).toMatchObject([{ approved: false }])
  })
})

describe('a proposal with a conflict', () => {
  it.each([
    ['proposed', 'What they wrote.', 'Care.'],
    ['current', undefined, 'What they wrote.'],
  ])('can be applied after the user has chosen the %s value', async (_, now, value) => {
    const other = { kind: 'set', file: SERVICE, path: ['order'], value: 20, was: 10 }
    await propose('words', heading('Care.'), other)
    const theirs = good.replace(OLD, 'What they wrote.')
    writeFileSync(file, theirs)
    const hash = await hashOf('words')
    expect((await effectOf('words')).failures).toMatchObject([
      { index: 0, conflict: { kind: 'set', was: OLD, now: 'What they wrote.', proposed: 'Care.' } },
    ])
    expect((await post('apply', { name: 'words', hash })).status).toBe(409)
    expect(readFileSync(file, 'utf8')).toBe(theirs)
    expect((await post('resolve', { name: 'words', hash, index: 0, now })).status).toBe(200)
    // The index refers to the edits before this answer.
    expect((await post('resolve', { name: 'words', hash, index: 0, now })).status).toBe(409)
    expect((await post('apply', { name: 'words', hash: await hashOf('words') })).status).toBe(200)
    expect(readFileSync(file, 'utf8')).toBe(good.replace(OLD, value).replace('order: 10', 'order: 20'))
    await post('undo', {})
  })

  it('conflicts again if the value changes after the user has chosen the proposed value', async () => {
    await propose('words', heading('Care.'))
    writeFileSync(file, good.replace(OLD, 'What they wrote.'))
    await post('resolve', { name: 'words', hash: await hashOf('words'), index: 0, now: 'What they wrote.' })
    writeFileSync(file, good.replace(OLD, 'What they wrote later.'))
    expect((await post('apply', { name: 'words', hash: await hashOf('words') })).status).toBe(409)
    expect(readFileSync(file, 'utf8')).toContain('What they wrote later.')
  })

  it('is deleted if the user keeps the current value of its only edit', async () => {
    await propose('words', heading('Care.'))
    await post('resolve', { name: 'words', hash: await hashOf('words'), index: 0 })
    expect(await list()).toEqual([])
  })
})

describe('a malformed request about proposals', () => {
  it.each([
    ...['../words', '..', '', 'a/b', 'Words', 'two words', '-', 'a--b', 'x'.repeat(61), 'x'.repeat(500), '__proto__'],
    ...['words\0', 'words.json', 'ẅords', '<b>words</b>', 7, null],
  ])('is rejected with 400 if the name is %j', async (name) => {
    for (const [action, more] of [
      ['propose', { edits: [heading('Care.')] }],
      ['approve', { hash: '' }],
      ['withdraw', {}],
      ['apply', { hash: '' }],
      ['discard', {}],
      ['resolve', { hash: '', index: 0 }],
    ] as const)
      expect([action, (await post(action, { name, ...more })).status]).toEqual([action, 400])
    expect(readdirSync(home)).not.toContain('words.json')
    expect(existsSync(stored)).toBe(false)
  })

  it.each([
    ['there are no edits', []],
    ['there are too many edits', Array.from({ length: 101 }, () => heading('Care.'))],
    ['the kind is unknown', [{ kind: 'chmod', file: SERVICE }]],
    ['a field is unknown', [{ ...heading('Care.'), mode: 'force' }]],
    ['a path contains an inherited name', [{ ...heading('Care.'), path: ['hero', '__proto__', 'polluted'] }]],
    ['the text is too long', [{ kind: 'body', file: SERVICE, text: 'x'.repeat(500_001) }]],
  ])('is rejected with 400 if %s', async (_, edits) => {
    expect((await propose('words', ...edits)).status).toBe(400)
    expect(existsSync(stored)).toBe(false)
  })

  it.each(['../outside.yaml', '/etc/passwd', 'harbor/../.northshelf/changes/words.json', 'harbor/.env', 'harbor/x.sh'])(
    'writes nothing if an edit names the file %s',
    async (name) => {
      for (const edit of [
        { ...heading('Care.'), file: name },
        { kind: 'create', file: name, text: 'a: 1\n' },
      ]) {
        const { status, body } = await propose('words', edit)
        expect([status, body.failures]).toEqual([422, [expect.objectContaining({ index: 0 })]])
      }
      expect(existsSync(stored)).toBe(false)
    },
  )

  it('is rejected with 404 if the proposal does not exist', async () => {
    expect((await ask('proposal?name=nothing')).status).toBe(404)
    for (const action of ['approve', 'apply', 'discard', 'withdraw'])
      expect((await post(action, { name: 'nothing', hash: '' })).status).toBe(404)
  })
})

describe('a file that is not a valid change set', () => {
  it.each([
    ['not JSON', '{', /not valid JSON/],
    ['a list', '[]', /is not valid/],
    ['without edits', '{"edits":[]}', /is not valid/],
    ['from a later version', '{"version":2,"edits":[]}', /is not valid/],
  ])('is listed with the reason, and can be discarded: %s', async (_, text, reason) => {
    mkdirSync(stored, { recursive: true })
    writeFileSync(path.join(stored, 'odd.json'), text)
    await propose('words', heading('Care.'))
    const found = await list()
    expect(found.map(({ name }) => name)).toEqual(['odd', 'words'])
    expect(found[0]?.problem).toMatch(reason)
    expect((await ask('proposal?name=odd')).status).toBe(422)
    expect((await propose('odd', heading('Care.'))).status).toBe(422)
    expect((await post('discard', { name: 'odd' })).status).toBe(200)
    expect(existsSync(path.join(stored, 'odd.json'))).toBe(false)
    expect((await list()).map(({ name }) => name)).toEqual(['words'])
  })
})
