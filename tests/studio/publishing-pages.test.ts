import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type ErrorRequestHandler } from 'express'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Person } from '../../cli/studio/person.ts'
import { createPublishingRoutes } from '../../cli/studio/publish/routes.tsx'
import { ada, ben, cleo, createSite, HEADING, heading, openTestStudio, SERVICE } from './publishing-site.ts'

const dan: Person = { id: 'dan-example-com', name: 'Dan', email: 'dan@example.com', may: ['edit'] }

/** Serves the pages of a studio, with the person that each request names. */
async function serve() {
  const site = createSite('plain')
  onTestFinished(site.remove)
  const test = openTestStudio(site.home)
  const app = express()
  app.use((request, response, next) => {
    response.locals.person = [ada, ben, cleo, dan].find(({ id }) => id === request.headers['x-person'])
    next()
  })
  app.use('/@studio', createPublishingRoutes(test.studio, test.publisher))
  const answerError: ErrorRequestHandler = (error, _request, response, _next) =>
    void response.status(error.status ?? 500).send(error.message)
  app.use(answerError)
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  /** Opens a page, or sends a form. */
  async function open(person: Person, path: string, form?: Record<string, string>) {
    const body = form && new URLSearchParams(form)
    const init = { method: form ? 'POST' : 'GET', headers: { 'x-person': person.id }, redirect: 'manual' } as const
    const response = await fetch(`${origin}/@studio/${path}`, { ...init, ...(body && { body }) })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const hashOf = (name: string) => test.studio.content.changes.summary(name).hash
  const post = (person: Person, action: string, form: Record<string, string> = {}) =>
    open(person, `changes/${ada.id}/${action}`, { hash: hashOf(ada.id), ...form })
  return { ...site, ...test, open, post, hashOf }
}

describe('the pages for publishing', () => {
  it('take an edit through Ready and approval to the published site, and undo it', async () => {
    const { open, post, propose, mails, events, live, finish, publisher } = await serve()
    await propose(ada, heading('Care.'))
    const home = (await open(ada, '')).text
    expect(home).toContain(`href="/@studio/changes/${ada.id}"`)
    for (const list of ['Waiting for approval', 'Scheduled']) expect(home).not.toContain(list)
    const ofBen = (await open(ben, '')).text
    expect(ofBen).toMatch(/<a href="\/">Open the site<\/a>.*Waiting for approval<\/h2><p>Nothing\./)
    expect(ofBen).not.toContain('Changes of Ada')
    expect((await post(ada, 'ready', { text: 'For spring' })).status).toBe(303)
    expect(mails).toMatchObject([
      { to: 'ben@example.com', text: expect.stringContaining(`/@studio/changes/${ada.id}\n`) },
    ])
    expect((await open(ben, '')).text).toContain('Changes of Ada')
    expect((await open(ada, `changes/${ada.id}`)).text).toContain('You receive an email when')
    const { text } = await open(ben, `changes/${ada.id}`)
    expect(text).not.toContain('You receive an email when')
    for (const part of ['For spring', 'Approve and publish', 'Send back', '/services/listing-care', 'Care.'])
      expect(text).toContain(part)
    const { status, headers } = await post(ben, 'publish')
    const [, id = ''] = /publications\/(.*)/.exec(headers.get('location') ?? '') ?? []
    expect([status, (await open(ben, `publications/${id}`)).headers.get('refresh')]).toEqual([303, '2'])
    await finish(id)
    const page = await open(ada, `publications/${id}`)
    expect(page.text).toMatch(/role="status">The site is published\./)
    expect(page.headers.get('refresh')).toBeNull()
    expect([live(), mails.at(-1)?.to]).toEqual(['Care.', 'ada@example.com'])
    expect((await open(ada, `publications/${id}/undo`, {})).status).toBe(403)
    const undo = await open(ben, `publications/${id}/undo`, {})
    await finish(/publications\/(.*)/.exec(undo.headers.get('location') ?? '')?.[1] ?? '')
    expect([live(), publisher.publications.list().length]).toEqual([HEADING, 2])
    expect(events.map(({ action }) => action)).toEqual(['ready', 'approve', 'publish', 'undo'])
  })

  it('cancel the request to publish when the edits change, and show why changes were sent back', async () => {
    const { open, post, propose, mails, studio } = await serve()
    await propose(ada, heading('Care.'))
    await post(ada, 'ready')
    await post(ben, 'send-back', { text: 'Too short' })
    expect(mails.at(-1)).toMatchObject({ to: 'ada@example.com', text: expect.stringContaining('Too short') })
    expect((await open(ada, `changes/${ada.id}`)).text).toContain('Ben sent this back: Too short')
    await post(ada, 'ready')
    await propose(ada, { kind: 'set', file: SERVICE, path: ['order'], value: 20, was: 10 })
    expect(studio.content.changes.summary(ada.id)).toMatchObject({ ready: undefined, sentBack: undefined })
    expect((await post(ben, 'publish')).status).toBe(403)
  })

  it('refuse actions that a person may not take, and edits that the person has not seen', async () => {
    const { open, post, propose, studio } = await serve()
    await propose(ada, heading('Care.'))
    for (const action of ['publish', 'send-back', 'ready', 'discard', 'resolve', 'constructor'])
      expect((await post(ben, action, { index: '0' })).status).toBe(403)
    expect((await post(ada, 'publish')).status).toBe(403)
    expect((await open(cleo, '')).headers.get('location')).toBe('/@studio/leads/')
    for (const path of [
      `changes/${ada.id}`,
      `changes/${ada.id}/review`,
      `changes/${ada.id}/review/0/index.html`,
      'publications/x',
    ])
      expect((await open(cleo, path)).status).toBe(403)
    for (const action of ['ready', 'discard', 'resolve'])
      expect((await post(ada, action, { hash: 'other', index: '0' })).status).toBe(409)
    for (const place of ['review/..%2f0/index.html', 'review/..%2f..%2f..%2fcontent/site.yaml'])
      expect((await open(ada, `changes/${ada.id}/${place}`)).status).toBe(404)
    expect((await open(ada, 'publications/..%2f..%2fstudio')).status).toBe(404)
    expect((await open(ada, 'changes/..%2f..%2fx')).status).toBe(400)
    expect(studio.content.changes.summary(ada.id).ready).toBeUndefined()
  })

  it('email publishers at most five times within 15 minutes', async () => {
    const { open, post, propose, mails, events, hashOf } = await serve()
    await propose(ada, heading('Care.'))
    await propose(dan, heading('Dare.'))
    for (let count = 0; count < 20; count += 1) expect((await post(ada, 'ready')).status).toBe(303)
    await Promise.all(Array.from({ length: 20 }, () => post(ada, 'ready')))
    expect([mails.length, events.length]).toEqual([5, 40])
    await open(dan, `changes/${dan.id}/ready`, { hash: hashOf(dan.id) })
    expect(mails.map(({ subject }) => subject).at(-1)).toBe('For approval: changes of Dan')
  })

  it('keep the changes of people safe while studio.yaml has errors', async () => {
    const { open, post, propose, setPeople, studio } = await serve()
    await propose(ada, heading('Care.'))
    setPeople([ben, dan], false)
    for (const person of [ben, dan])
      for (const action of ['publish', 'ready', 'discard', 'resolve'])
        expect((await post(person, action, { index: '0' })).status).toBe(403)
    expect((await open(ben, '')).text).not.toContain('Changes of Ada')
    expect(studio.content.changes.summary(ada.id)).toMatchObject({ ready: undefined, edits: { length: 1 } })
  })

  it.each([
    ['was removed', []],
    ['may no longer edit', [{ ...ada, may: ['leads' as const] }]],
  ])(
    'give the changes of a person who %s only to publishers, who publish them in the name of the person',
    async (_, left) => {
      const { open, post, setPeople, studio, finish, publisher, live, events } = await serve()
      const { changes } = studio.content
      const edits = [heading('Care.'), { kind: 'set', file: SERVICE, path: ['order'], value: 20, was: 10 } as const]
      await changes.replace(ada.id, undefined, { version: 1, author: 'Ada', owner: ada.email, edits })
      await changes.propose('words', { edits: [heading('Words.')], author: 'robot' })
      setPeople([ben, dan, ...left])
      for (const action of ['publish', 'ready', 'discard', 'resolve', 'send-back'])
        expect((await post(dan, action, { index: '0' })).status).toBe(403)
      expect((await open(ben, '')).text).toContain('Changes of Ada')
      // An agent that adds edits does not become the owner.
      await changes.propose(ada.id, {
        edits: [{ kind: 'set', file: SERVICE, path: ['icon'], value: 'chart' }],
        author: 'robot',
      })
      expect((await post(dan, 'discard')).status).toBe(403)
      expect((await post(ben, 'resolve', { index: '1' })).status).toBe(303)
      const { headers } = await post(ben, 'publish')
      await finish(/publications\/(.*)/.exec(headers.get('location') ?? '')?.[1] ?? '')
      expect(publisher.publications.list()[0]?.author).toEqual({
        ...{ name: left.length > 0 ? 'Ada' : 'Ada, robot', email: 'ada@example.com' },
      })
      expect([live(), events.slice(0, 2)]).toMatchObject([
        'Care.',
        ['resolve', 'approve'].map((action) => ({ action, person: 'ben@example.com', changes: ada.id })),
      ])
      expect((await open(dan, 'changes/words/discard', { hash: changes.summary('words').hash })).status).toBe(303)
    },
  )

  it('give changes that cannot be read only to publishers', async () => {
    const { open, write, studio } = await serve()
    await studio.content.changes.propose('words', { edits: [heading('Words.')], author: 'robot' })
    write('.northshelf/changes/words.json', '{')
    expect((await open(dan, 'changes/words/discard', {})).status).toBe(403)
    expect((await open(ben, 'changes/words/discard', {})).status).toBe(303)
  })

  it('compare each change set once while several people look at them in turn', async () => {
    const { propose, studio } = await serve()
    const { changes } = studio.content
    const people = [ada, ben, dan]
    for (const person of people) await propose(person, heading(`Of ${person.name}.`))
    const show = () => Promise.all(people.map(({ id }) => changes.effect(id)))
    const first = await show()
    for (const [index, effect] of (await show()).entries()) expect(effect).toBe(first[index])
  })

  it('resolve a conflict with the value that the person has seen', async () => {
    const { open, post, propose, read, write, studio } = await serve()
    await propose(ada, heading('Care.'))
    const change = (value: string) => write(SERVICE, read(SERVICE).replace(/heading: .*/, `heading: ${value}`))
    change('Theirs.')
    const { text } = await open(ada, `changes/${ada.id}`)
    expect(text).toContain('Now: Theirs.')
    expect(text).toContain('Some edits conflict with the current content. Decide about each.')
    expect(text).not.toMatch(/Affected pages|<h2>Files/)
    const [, now = ''] = /name="now" value="([^"]+)"/.exec(text) ?? []
    change('Newer.')
    expect((await post(ada, 'resolve', { index: '0', now })).status).toBe(409)
    change('Theirs.')
    expect((await post(ada, 'resolve', { index: '0', now })).status).toBe(303)
    expect((await studio.content.changes.effect(ada.id)).failures).toEqual([])
    expect((await post(ada, 'resolve', { index: '0' })).headers.get('location')).toBe('/@studio/')
    expect(studio.content.changes.list()).toEqual([])
  })

  it('escape hostile texts in edits', async () => {
    const { open, studio } = await serve()
    const text = '"><script>alert(1)</script>'
    const edits = [{ kind: 'replace', file: SERVICE, find: HEADING, text: `Care. # ${text}` } as const]
    await studio.content.changes.propose('words', { edits, author: text, title: text })
    for (const path of ['', 'changes/words']) expect((await open(ben, path)).text).not.toContain('<script>')
  })

  it('compare pages before and after, without scripts, and again after another edit', async () => {
    const { open, propose } = await serve()
    await propose(ada, heading('Care.'))
    const openReview = async () => {
      const { headers } = await open(ada, `changes/${ada.id}/review`)
      return (headers.get('location') ?? '').replace('/@studio/', '').replace('index.html', '')
    }
    const review = await openReview()
    const index = await open(ada, `${review}index.html`)
    expect(index.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src/)
    expect(index.text).toContain('<h1>Changes of Ada</h1>')
    const [, after = ''] = /href="(after\/[^"]+)"/.exec(index.text) ?? []
    const reviewed = await open(ben, review + after)
    expect(reviewed.text).toContain('Care.')
    for (const { text } of [index, reviewed])
      expect(text).toContain(`<a href="/@studio/changes/${ada.id}">Back to the studio</a>`)
    expect(index.text).toContain(
      '<li>Listing care · Hero · Heading: A page that says what the parcel holds. → Care.</li>',
    )
    expect((await open(ben, `${review}..%2f..%2f..%2fcontent/site.yaml`)).status).toBeGreaterThanOrEqual(400)
    await propose(ada, heading('More care.', 'Care.'))
    expect((await open(ben, (await openReview()) + after)).text).toContain('More care.')
    // The earlier comparison is not mixed with the new one.
    expect((await open(ben, review + after)).status).toBe(404)
  })
})
