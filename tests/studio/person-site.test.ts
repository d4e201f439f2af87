import { once } from 'node:events'
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SiteCode } from '../../cli/dev/components.ts'
import { createSnapshot } from '../../cli/dev/snapshot.ts'
import { appendEdits, type ContentEdit } from '../../cli/editor/changes/change-set.ts'
import { formatChangeSet } from '../../cli/editor/changes/change-store.ts'
import type { Person } from '../../cli/studio/person.ts'
import { createPersonSite } from '../../cli/studio/site/person-site.ts'
import type { StudioContent } from '../../cli/studio/studio.ts'
import { createClient, type ServedSite, serveSite } from './serve-site.ts'

const SERVICE = 'harbor/services/listing-care.yaml'
const HEADING = 'A page that says what the parcel holds.'
const heading = ['hero', 'heading']

let site: ServedSite
let ann: Awaited<ReturnType<typeof createClient>>
let bob: typeof ann
let good: string
beforeAll(async () => {
  site = await serveSite()
  ann = await createClient(site, 'ann')
  bob = await createClient(site, 'bob')
  good = site.read('services/listing-care.yaml')
})
afterAll(() => site?.stop())
afterEach(async () => {
  for (const id of ['ann', 'bob']) if (site.content.changes.find(id)) await site.content.changes.discard(id)
  if (site.read('services/listing-care.yaml') !== good) await writeService(good)
})

/** Writes the service as a developer does, and waits until the pages show it. */
async function writeService(text: string): Promise<void> {
  const before = await readState('eve')
  site.write('services/listing-care.yaml', text)
  await expect.poll(async () => (await readState('eve')).version).not.toBe(before.version)
}

/** Returns the first message of a person's event stream. */
async function readState(id: string) {
  const stopped = new AbortController()
  const { body, headers } = await fetch(`${site.url}/@studio/events`, {
    headers: { cookie: `studio=${id}` },
    signal: stopped.signal,
  })
  const { value } = (await body?.getReader().read()) ?? {}
  stopped.abort()
  // Further messages may follow at once.
  const [first = ''] = new TextDecoder().decode(value).split('\n\n')
  const state = JSON.parse(first.replace(/^data: /, ''))
  return { ...(state as { version: number; problems: string[] }), headers }
}

const page = '/services/listing-care'

/** Returns the answer to a request for a page that cannot be rendered, and the problems that are shown then. */
async function showBrokenSite(owner: Person, content: StudioContent) {
  const fail = () => {
    throw new Error('/srv/secret')
  }
  const broken = createPersonSite({
    ...{ owner, content, access: {}, editorUrl: '', onSaved() {}, inTurn: (task) => task() },
    ...{ revision: () => 1, countVersion: () => 1, createSnapshot },
    code: { document: { createDocumentRenderer: fail }, styles: '' } as unknown as SiteCode,
  })
  await broken.update()
  const server = createServer(broken.handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return { text: await response.text(), problems: broken.state().problems }
}

describe("a person's site", () => {
  it('shows edits to nobody else, and writes no content file', async () => {
    expect(await ann.set(SERVICE, heading, 'Only Ann sees this')).toMatchObject({ status: 200 })
    expect(await bob.set(SERVICE, heading, 'Only Bob sees this')).toMatchObject({ status: 200 })
    expect(await ann.page(page)).toContain('Only Ann sees this')
    expect(await bob.page(page)).toContain('Only Bob sees this')
    expect(site.read('services/listing-care.yaml')).toBe(good)
    expect(site.edits('ann')).toEqual([
      { kind: 'set', file: SERVICE, path: heading, value: 'Only Ann sees this', was: HEADING },
    ])
    expect(await ann.call('proposals')).toMatchObject({ 0: { name: 'ann', author: 'Ann Field' } })
    expect(site.content.changes.read('ann').owner).toBe('ann@harbor.example')
  })

  it('merges edits of one value, and deletes the change set once the old value is back', async () => {
    await ann.set(SERVICE, heading, 'One')
    await ann.set(SERVICE, heading, 'Two')
    expect(site.edits('ann')).toMatchObject([{ value: 'Two', was: HEADING }])
    await ann.set(SERVICE, heading, HEADING)
    expect(site.content.changes.find('ann')).toBeUndefined()
  })

  it('undoes and redoes saves', async () => {
    await ann.set(SERVICE, heading, 'One')
    await ann.set(SERVICE, heading, 'Two')
    expect(await ann.call('undo', {})).toMatchObject({ undo: 'hero.heading', redo: 'hero.heading' })
    expect(await ann.page(page)).toContain('One')
    await ann.call('undo', {})
    expect(await ann.page(page)).toContain(HEADING)
    await ann.call('redo', {})
    expect(await ann.page(page)).toContain('One')
  })

  it('refuses an undo after the change set was changed elsewhere', async () => {
    await ann.set(SERVICE, heading, 'One')
    await site.content.changes.discard('ann')
    expect(await ann.call('undo', {})).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^Could not undo: /),
    })
  })

  it('keeps the edits that an agent adds to the change set while this person saves', async () => {
    const agent = (count: number): ContentEdit => ({
      ...{ kind: 'set', file: 'harbor/pages/home.yaml', path: ['sections', 0, 'heading'], value: `Agent ${count}` },
    })
    const saves = [1, 2, 3, 4].flatMap((count) => [
      ann.set(SERVICE, heading, `Heading ${count}`),
      site.content.changes.propose('ann', { edits: [agent(count)], author: 'robot' }),
    ])
    await Promise.allSettled(saves)
    const paths = site.edits('ann').map((edit) => 'path' in edit && edit.path.join('.'))
    expect(new Set(paths)).toEqual(new Set(['hero.heading', 'sections.0.heading']))
    expect(await ann.page(page)).toMatch(/Heading \d/)
  })

  it('shows a renamed file at its new address, and edits it there', async () => {
    const result = await ann.call('rename', { file: SERVICE, to: 'page-care' })
    expect(result).toMatchObject({
      status: 200,
      file: 'harbor/services/page-care.yaml',
      address: '/services/page-care',
    })
    expect(await ann.set('harbor/services/page-care.yaml', heading, 'Renamed')).toMatchObject({ status: 200 })
    expect(await ann.page('/services/page-care')).toContain('Renamed')
    // The redirect leads to the new page.
    expect(await ann.page(page)).toContain('Renamed')
    expect(await bob.page(page)).toContain(HEADING)
  })

  it('creates and deletes files for this person only', async () => {
    const { file } = await ann.call<{ file: string }>('create', { kind: 'testimonial', slug: 'new-voice' })
    expect(site.edits('ann')).toMatchObject([{ kind: 'create', file }])
    expect(await ann.call(`entry?file=${file}`)).toMatchObject({ file })
    expect(Object.keys(await bob.call(`entry?file=${file}`))).toEqual(['status'])
    expect(await ann.call('remove', { file })).toMatchObject({ status: 200 })
  })

  it('discards the edits of a file', async () => {
    await ann.set(SERVICE, heading, 'One')
    await ann.set('harbor/pages/home.yaml', ['sections', 0, 'heading'], 'Two')
    expect(await ann.call('revert', { file: SERVICE })).toMatchObject({ status: 200 })
    expect(site.edits('ann')).toMatchObject([{ value: 'Two' }])
  })

  it('reports an error at its field, and saves nothing', async () => {
    expect(await ann.set(SERVICE, ['icon'], 'none-such')).toMatchObject({
      status: 422,
      problems: [{ file: SERVICE, path: ['icon'] }],
    })
    expect(site.edits('ann')).toEqual([])
  })

  it('shows a conflict after the content has changed, keeps other edits, and applies the resolution', async () => {
    await ann.set(SERVICE, heading, 'Mine')
    await ann.set(SERVICE, ['description'], 'Also mine.')
    await writeService(good.replace(HEADING, 'Theirs'))
    expect((await readState('ann')).problems).toEqual([
      expect.stringContaining('harbor/services/listing-care.yaml no longer contains what this edit replaces.'),
    ])
    expect(await ann.page(page)).toContain('Theirs')
    expect(await ann.set(SERVICE, ['valueProposition'], 'A third')).toMatchObject({ status: 200 })
    expect(site.edits('ann')).toHaveLength(3)
    const [{ hash } = { hash: '' }] = Object.values(await ann.call<{ hash: string }[]>('proposals'))
    expect(await ann.call('resolve', { name: 'bob', hash, index: 0, now: 'Theirs' })).toMatchObject({ status: 200 })
    expect((await readState('ann')).problems).toEqual([])
    expect(await ann.page(page)).toContain('Mine')
  })

  it('shows the saved content and its problems while the content has errors', async () => {
    await ann.set(SERVICE, heading, 'Mine')
    const before = await readState('ann')
    site.write('services/listing-care.yaml', good.replace('order: 10', 'order: ten'))
    await expect.poll(async () => (await readState('ann')).problems).toEqual([expect.stringContaining('order')])
    expect(await ann.page(page)).toContain('Mine')
    site.write('services/listing-care.yaml', good)
    await expect.poll(async () => (await readState('ann')).problems).toEqual(before.problems)
  })

  it('loads compiled files that browsers keep for a year', async () => {
    const html = await ann.page(page)
    const urls = [...html.matchAll(/\/@studio\/assets\/[\w.-]+\.(?:js|css|woff2)/g)].map(([url]) => url)
    expect(urls.length).toBeGreaterThan(3)
    for (const url of urls) {
      const response = await fetch(site.url + url, { headers: { cookie: 'studio=ann' } })
      expect([url, response.status, response.headers.get('cache-control')]).toEqual([
        url,
        200,
        'public, max-age=31536000, immutable',
      ])
    }
  })

  it('is not created again while several people look at their pages in turn', async () => {
    await ann.set(SERVICE, heading, 'Of Ann')
    await bob.set(SERVICE, heading, 'Of Bob')
    const versions = new Set<string | undefined>()
    for (let count = 0; count < 4; count += 1)
      for (const id of ['ann', 'bob', 'eve']) {
        const html = await (await fetch(site.url + page, { headers: { cookie: `studio=${id}` } })).text()
        versions.add(/name="version" content="(\d+)"/.exec(html)?.[1])
      }
    expect(versions.size).toBe(3)
  })

  it('allows scripts and requests of no other service, as these could act as the person', async () => {
    const good = site.read('site.yaml')
    const before = await readState('eve')
    const provider = { provider: 'plausible', domain: 'harbor.example', script: 'https://count.example/script.js' }
    site.write('site.yaml', `${good}\nmeasurement: [${JSON.stringify(provider)}]\n`)
    await expect.poll(async () => (await readState('eve')).version).not.toBe(before.version)
    const response = await fetch(site.url + page, { headers: { cookie: 'studio=ann' } })
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self';.*connect-src 'self';.*frame-ancestors 'none'/)
    expect(policy).not.toMatch(/count\.example|booking\.harborandpine\.example/)
    expect(response.headers.get('x-frame-options')).toBe('DENY')
    const changed = await readState('eve')
    site.write('site.yaml', good)
    await expect.poll(async () => (await readState('eve')).version).not.toBe(changed.version)
  })

  it('tells proxies not to buffer events', async () => {
    const { headers } = await readState('ann')
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe('the studio refuses', () => {
  it('edits of people without the permission, and shows them pages without the editor', async () => {
    const response = await fetch(`${site.url}/@edit/session`, { headers: { cookie: 'studio=eve', origin: site.url } })
    expect(response.status).toBe(403)
    const html = await (await fetch(site.url + page, { headers: { cookie: 'studio=eve' } })).text()
    expect(html).toContain(HEADING)
    expect(html).not.toContain('name="editor"')
    expect(await ann.page(page)).toContain('name="editor"')
  })

  it('requests from other origins, and with the token of another session', async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${site.url}/@edit/files`, { headers: { cookie: 'studio=ann', 'x-edit-token': ann.token, ...headers } })
    expect((await ask({ origin: site.url })).status).toBe(200)
    expect((await ask({ origin: 'http://127.0.0.1:1' })).status).toBe(403)
    expect((await ask({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await ask({ 'x-edit-token': bob.token })).status).toBe(403)
  })

  it('the token of a session whose cookie another host of the domain has set', async () => {
    const { url, stop } = await serveSite(undefined, new URL('https://edit.harbor.example'))
    onTestFinished(stop)
    const readToken = async (cookie: string) => {
      const headers = { cookie, origin: 'https://edit.harbor.example' }
      return ((await (await fetch(`${url}/@edit/session`, { headers })).json()) as { token: string }).token
    }
    const own = await readToken('__Host-studio=ann')
    expect(await readToken('studio=ann; __Host-studio=ann')).toBe(own)
    expect(await readToken('studio=ann; __Host-studio=bob')).not.toBe(own)
    expect(await readToken('studio=ann')).not.toBe(own)
  })

  it('a save with too many changes, before it makes any of them', async () => {
    const files = ['services/listing-care.yaml', 'pages/home.yaml', 'site.yaml'].map((name) => `harbor/${name}`)
    const changes = Array.from({ length: 167 }, () => ({ kind: 'set', path: ['x'], value: 'y' }))
    const edits = files.map((file) => ({ file, version: 'unknown', changes }))
    expect(await ann.call('save', { edits })).toMatchObject({
      ...{ status: 400, message: expect.stringContaining('more than 500 changes') },
    })
  })

  it('more than 20 open pages of a person, and leaves room for others', async () => {
    const stopped = new AbortController()
    const listen = async (id: string) => {
      const headers = { cookie: `studio=${id}` }
      return (await fetch(`${site.url}/@studio/events`, { headers, signal: stopped.signal })).status
    }
    const statuses = await Promise.all(Array.from({ length: 30 }, () => listen('dot')))
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(await listen('ann')).toBe(200)
    stopped.abort()
    await expect.poll(async () => (await readState('dot').catch(() => undefined))?.version).toBeGreaterThan(0)
  })

  it('to show details of an unexpected error, which only its log contains', async () => {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const list = vi.spyOn(site.content.changes, 'list').mockImplementation(() => {
      throw new Error('/srv/secret')
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const { status, message } = await ann.call('proposals')
    expect([status, message]).toEqual([500, expect.stringMatching(/^The request failed: internal error\..*\w{8}\.$/)])
    list.mockRestore()
    const person: Person = { id: 'eve', name: 'Eve', email: 'eve@harbor.example', may: [] }
    const failing = await showBrokenSite(person, site.content)
    expect(failing.text).not.toContain('secret')
    expect(failing.problems).toEqual([expect.stringMatching(/^The request failed: internal error\..*\w{8}\.$/)])
    for (const text of [message, ...failing.problems])
      expect(stderr.mock.calls.join()).toContain(`${text?.slice(-9, -1)}: Error: /srv/secret\n`)
  })

  it('sources, hidden files, and paths that leave a folder', async () => {
    writeFileSync(path.join(site.home, 'studio.yaml'), 'secret: yes\n')
    for (const target of [
      ...['/..%2fstudio.yaml', '/images/..%2f..%2fstudio.yaml', '/images/%2e%2e/studio.yaml', '//studio.yaml'],
      ...['/site.yaml', '/.northshelf/changes/ann.json', '/@fs/etc/passwd', '/@vite/client', '/cli/main.ts'],
      ...['/@studio/assets/..%2fmanifest.json', '/@studio/assets/%2e%2e/manifest.json', '/@dev/page/x'],
    ]) {
      const response = await fetch(site.url + target, { headers: { cookie: 'studio=ann' } })
      expect([target, response.status]).toEqual([target, 404])
      expect(await response.text()).not.toContain('secret')
    }
    for (const name of ['../../studio.yaml', '../site.yaml', '../../../etc/passwd'])
      expect((await ann.call(`thumbnail?name=${encodeURIComponent(name)}`)).status, name).toBeGreaterThanOrEqual(403)
  })

  it('files outside the content folder, also through symbolic links', async () => {
    writeFileSync(path.join(site.home, 'secret.yaml'), 'secret: yes\n')
    const link = path.join(site.home, 'harbor', 'testimonials', 'link.yaml')
    symlinkSync(path.join(site.home, 'secret.yaml'), link)
    for (const file of ['harbor/../secret.yaml', 'secret.yaml', '../secret.yaml', 'harbor/testimonials/link.yaml']) {
      const answer = await ann.call(`entry?file=${encodeURIComponent(file)}`)
      expect(answer.status, file).toBeGreaterThanOrEqual(403)
      expect(JSON.stringify(answer)).not.toContain('yes')
    }
    rmSync(link)
  })

  it('to apply or approve changes, and to change those of others', async () => {
    await bob.set(SERVICE, heading, 'Of Bob')
    const [{ hash } = { hash: '' }] = Object.values(await bob.call<{ hash: string }[]>('proposals'))
    for (const name of ['apply', 'approve']) expect((await bob.call(name, { name: 'bob', hash })).status).toBe(403)
    expect(Object.keys(await ann.call('proposals'))).toEqual(['status'])
    await ann.call('discard', { name: 'bob' })
    expect(site.edits('bob')).toHaveLength(1)
  })

  it('scripts in texts, links and pictures', async () => {
    const text = '<img src=x onerror=alert(1)><script>alert(1)</script>'
    await ann.set(SERVICE, heading, text)
    expect(await ann.page(page)).not.toContain(text)
    expect(await ann.set(SERVICE, ['hero', 'text'], '[link](javascript:alert(1))')).toMatchObject({ status: 422 })
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script></svg>'
    expect(await ann.call('picture?name=a.svg', Buffer.from(svg))).toMatchObject({ status: 422 })
    const { headers } = await fetch(site.url + page, { headers: { cookie: 'studio=ann' } })
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*(?:unsafe|data:|blob:)/)
  })
})

describe('an uploaded picture', () => {
  it('loses its metadata, and stays upright', async () => {
    const raw = sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
    const exif = { IFD0: { Copyright: 'Ann' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
    const photo = await raw.withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { name } = await ann.call<{ name: string }>('picture?name=photo.jpg', photo)
    const [edit] = site.edits('ann')
    const saved = sharp(Buffer.from(edit?.kind === 'picture' ? edit.base64 : '', 'base64'))
    const { width, height, orientation, exif: left } = await saved.metadata()
    expect({ name, width, height, orientation, left }).toEqual({ name: 'photo.jpg', width: 20, height: 40 })
  })

  it('stays the same without metadata', async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    await ann.call('picture?name=plain.png', png)
    expect(site.edits('ann')).toMatchObject([{ kind: 'picture', base64: png.toString('base64') }])
  })
})

describe('appendEdits', () => {
  const set = (value: string, was: string, at: (string | number)[] = heading): ContentEdit => ({
    ...{ kind: 'set', file: SERVICE, path: at, value, was },
  })
  it('keeps one edit of a value that was set 600 times, with the first old value', () => {
    let edits: ContentEdit[] = []
    for (let count = 1; count <= 600; count += 1)
      edits = appendEdits(appendEdits(edits, [set(`${count}`, `${count - 1}`)]), [
        set(`x${count}`, '', ['description']),
      ])
    expect(edits).toEqual([set('600', '0'), set('x600', '', ['description'])])
  })

  it.each<[string, ContentEdit]>([
    ['the list moved', { kind: 'insert', file: SERVICE, path: ['features', 0], value: 'x' }],
    [
      'its group was set',
      { kind: 'set', file: SERVICE, path: ['hero'], value: { heading: 'b' }, was: { heading: 'b' } },
    ],
    ['a file was renamed', { kind: 'rename', from: 'harbor/pages/home.yaml', to: 'start' }],
  ])('appends an edit of a value if %s after the earlier edit', (_, between) => {
    const edits = [set('b', 'a'), between]
    expect(appendEdits(edits, [set('c', 'b')])).toEqual([...edits, set('c', 'b')])
  })

  it('says what to do when there are too many edits', () => {
    const edits = Array.from({ length: 501 }, (_, index) => set('b', 'a', [`field${index}`]))
    expect(() => formatChangeSet({ version: 1, edits })).toThrow(/publish, apply or discard some of them first/)
  })
})
