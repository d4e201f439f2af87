import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSignInLink, openSignIns, toOwnPath } from '../../cli/studio/sign-in/sign-ins.ts'
import { createMailReceiver } from '../relay/mail-receiver.ts'
import { until } from '../relay/until.ts'
import { people, serveStudio } from './serve-studio.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Moves the clock of the studio. @param milliseconds distance to the actual time */
const setClock = (milliseconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })

type RunningStudio = Awaited<ReturnType<typeof serveStudio>>

/** Returns a link for signing in as Ada. */
const linkFor = ({ settings, people: found }: Pick<RunningStudio, 'settings' | 'people'>, next?: string) => {
  const person = found.findByEmail('ada@example.com')
  if (!person) throw new Error('Ada is missing')
  return createSignInLink(settings, person, next)
}

/** Returns the events in the audit trail. */
function readLog({ settings }: Pick<RunningStudio, 'settings'>) {
  const file = path.join(settings.data, 'studio.log')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return lines.map((line) => JSON.parse(line))
}

/** Reports whether a Cookie header belongs to a session. */
const isSignedIn = async ({ send }: RunningStudio, cookie: string) =>
  (await send('/page', { cookie, headers: { accept: '*/*' } })).status !== 401

describe('signing in by email', () => {
  it('signs a person in with the link in the email and returns to the requested page', async () => {
    const { url, mails } = await createMailReceiver()
    const studio = await serveStudio({ settings: { mail: { url, from: 'Studio <studio@example.com>' } } })
    const { send } = studio
    const asked = await send('/about?x=1')
    expect([asked.status, asked.headers.get('location')]).toEqual([303, '/@studio/sign-in?next=%2Fabout%3Fx%3D1'])
    expect(await (await send(asked.headers.get('location') ?? '')).text()).toContain('value="/about?x=1"')
    const sent = await send('/@studio/sign-in', { form: { email: 'Ada@Example.com', next: '/about?x=1' } })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/@studio/sign-in?sent'])
    const { mail, to } = await until('the email', () => mails[0])
    expect([to, mail.from?.address]).toEqual([['ada@example.com'], 'studio@example.com'])
    const link = /http:\S+/.exec(mail.text ?? '')?.[0] ?? ''
    expect(await (await send(link)).text()).toContain('You sign in as Ada, ada@example.com.')
    const signedIn = await send(link, { form: {} })
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/about?x=1'])
    const set = signedIn.headers.get('set-cookie') ?? ''
    expect(set).toMatch(/^studio=[\w-]{43}; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
    const cookie = set.split(';')[0] ?? ''
    expect(await isSignedIn(studio, cookie)).toBe(true)
    const out = await send('/@studio/sign-out', { form: {}, cookie })
    expect(out.headers.get('set-cookie')).toMatch(/^studio=; Path=\/; Expires=Thu, 01 Jan 1970/)
    expect(await isSignedIn(studio, cookie)).toBe(false)
    expect(readLog(studio)).toMatchObject(
      ['link', 'sign-in', 'sign-out'].map((action) => ({ action, person: 'ada@example.com' })),
    )
  })

  it('protects the cookie with the __Host- prefix and Secure over https', async () => {
    const studio = await serveStudio({ settings: { url: new URL('https://edit.example.com') } })
    const signedIn = await studio.send(await linkFor(studio), { form: {} })
    expect(signedIn.headers.get('set-cookie')).toMatch(
      /^__Host-studio=[\w-]{43}; .*Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  it('gives the same answer to known and unknown addresses, before it looks for a person', async () => {
    const studio = await serveStudio()
    const find = vi.spyOn(studio.people, 'findByEmail')
    const answers = []
    for (const email of ['ada@example.com', 'eve@example.com', '', 'ada@example.com\r\nBcc: eve@example.com']) {
      const { status, headers } = await studio.send('/@studio/sign-in', { form: { email } })
      answers.push([status, headers.get('location'), headers.get('content-length')])
    }
    expect(new Set(answers.map(String)).size).toBe(1)
    await until('all look-ups', () => find.mock.calls.length === 4)
    await until('the link', () => readLog(studio).length > 0)
    expect(readLog(studio)[0]).toMatchObject({ action: 'link', person: 'ada@example.com' })
  })

  it('does not use a link that a mail scanner opens with GET or HEAD', async () => {
    const studio = await serveStudio()
    const link = await linkFor(studio)
    for (const method of ['GET', 'HEAD', 'GET']) expect((await studio.send(link, { method })).status).toBe(200)
    expect((await studio.send(link, { form: {} })).status).toBe(303)
  })

  it('accepts a link only once, even from requests at the same time (token reuse)', async () => {
    const studio = await serveStudio()
    const link = await linkFor(studio)
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await studio.send(link, { form: {} })).status),
    )
    expect(statuses.filter((status) => status === 303)).toHaveLength(1)
    expect(statuses.filter((status) => status === 410)).toHaveLength(7)
    const again = await studio.send(link)
    expect(again.status).toBe(410)
    expect(await again.text()).toContain('This link has expired or has already been used.')
    expect(readdirSync(path.join(studio.settings.data, 'sessions'))).toHaveLength(1)
    expect(readLog(studio).at(-1)).toMatchObject({ action: 'link-refused' })
  })

  it('stores only hashes of links and sessions, readable only for its user (timing)', async () => {
    const studio = await serveStudio()
    const link = await linkFor(studio, '/page')
    const cookie = await studio.signIn('ada@example.com')
    const secrets = [link, cookie].map((text) => text.slice(-43))
    for (const name of ['links', 'sessions']) {
      const [file = ''] = readdirSync(path.join(studio.settings.data, name))
      const place = path.join(studio.settings.data, name, file)
      expect(statSync(place).mode & 0o777).toBe(0o600)
      for (const secret of secrets) expect(file + readFileSync(place, 'utf8')).not.toContain(secret)
    }
  })

  it('rejects links after 15 minutes and sessions after 30 days', async () => {
    const studio = await serveStudio()
    const link = await linkFor(studio)
    const cookie = await studio.signIn('ada@example.com')
    setClock(14 * MINUTE)
    expect((await studio.send(link)).status).toBe(200)
    setClock(2 * MINUTE)
    expect((await studio.send(link, { form: {} })).status).toBe(410)
    setClock(29 * DAY)
    expect(await isSignedIn(studio, cookie)).toBe(true)
    setClock(DAY)
    expect(await isSignedIn(studio, cookie)).toBe(false)
  })

  it('rejects links and sessions that were created while the clock was wrong (clock jumps)', async () => {
    const studio = await serveStudio()
    setClock(3650 * DAY)
    const link = await linkFor(studio)
    const cookie = await studio.signIn('ada@example.com')
    vi.useRealTimers()
    expect((await studio.send(link, { form: {} })).status).toBe(410)
    expect(await isSignedIn(studio, cookie)).toBe(false)
  })

  it('creates a new session at each sign-in, and ends that of the browser (session fixation)', async () => {
    const studio = await serveStudio()
    const attacker = await studio.signIn('cleo@example.com')
    const signedIn = await studio.send(await linkFor(studio), { form: {}, cookie: attacker })
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(cookie).not.toBe(attacker)
    expect(await isSignedIn(studio, attacker)).toBe(false)
    expect(await isSignedIn(studio, cookie)).toBe(true)
    expect(await isSignedIn(studio, 'studio=chosen-by-an-attacker')).toBe(false)
  })

  it('does not sign in with a request from another site (login CSRF)', async () => {
    const studio = await serveStudio()
    const link = await linkFor(studio)
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      {},
    ]) {
      const response = await studio.send(link, { method: 'POST', headers })
      expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null])
    }
    expect((await studio.send(link, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(303)
  })

  it('ends the sessions of a person who is removed from studio.yaml, also if the person returns', async () => {
    const studio = await serveStudio()
    const [ada, ben] = [await studio.signIn('ada@example.com'), await studio.signIn('ben@example.com')]
    studio.writePeople([people.ben])
    expect(await isSignedIn(studio, ada)).toBe(false)
    studio.writePeople([people.ada, people.ben])
    expect(await isSignedIn(studio, ada)).toBe(false)
    expect(await isSignedIn(studio, ben)).toBe(true)
  })

  it('keeps sessions while studio.yaml is being written', async () => {
    const studio = await serveStudio()
    const cookie = await studio.signIn('ada@example.com')
    writeFileSync(path.join(studio.folder, 'studio.yaml'), '')
    expect(await isSignedIn(studio, cookie)).toBe(false)
    studio.writePeople([people.ada])
    expect(await isSignedIn(studio, cookie)).toBe(true)
  })

  it('responds while the mail server is down (mail down)', async () => {
    const { url, close } = await createMailReceiver()
    await close()
    const studio = await serveStudio({ settings: { mail: { url, from: 'studio@example.com' } } })
    const { status } = await studio.send('/@studio/sign-in', { form: { email: 'ada@example.com' } })
    expect(status).toBe(303)
    await until('the link', () => readLog(studio).length === 1)
  })

  it('sends a person 5 links per network and 20 in total, which all work', async () => {
    const { url, mails } = await createMailReceiver()
    const studio = await serveStudio({ settings: { mail: { url, from: 'studio@example.com' } } })
    const find = vi.spyOn(studio.people, 'findByEmail')
    const ask = async (email: string, network: string, count: number) => {
      find.mockClear()
      const form = { email }
      for (let index = 0; index < count; index += 1) {
        const { status } = await studio.send('/@studio/sign-in', { form, headers: { 'x-forwarded-for': network } })
        expect(status).toBe(303)
      }
      await until('all look-ups', () => find.mock.calls.length === count)
    }
    const countFor = (email: string) => readLog(studio).filter(({ person }) => person === email).length
    const printed = await linkFor(studio)
    await ask('ada@example.com', '192.0.2.1', 9)
    await ask('ben@example.com', '192.0.2.1', 1)
    await until('the links', () => countFor('ada@example.com') === 5 && countFor('ben@example.com') === 1)
    // Her own network has a share of its own.
    await ask('ADA@example.com', '192.0.2.2', 1)
    await until('another link', () => countFor('ada@example.com') === 6)
    for (let index = 0; index < 30; index += 1) await ask('ada@example.com', `2001:db8:0:${index}00::1`, 1)
    await ask('ben@example.com', '192.0.2.3', 1)
    await until('the emails', () => mails.length === 22)
    expect([countFor('ada@example.com'), countFor('ben@example.com')]).toEqual([20, 2])
    const links = mails.map(({ mail }) => /http:\S+/.exec(mail.text ?? '')?.[0] ?? '')
    for (const link of [printed, ...links]) expect((await studio.send(link, { form: {} })).status).toBe(303)
    expect(await (await studio.send('/@studio/sign-in?sent')).text()).toContain('all of their links work')
  })

  it('logs a limited number of refused links, and lets people in the same network sign in', async () => {
    const studio = await serveStudio()
    const guess = async (network: number) => {
      const headers = { 'x-forwarded-for': `192.0.2.${network}` }
      const answers = Array.from({ length: 31 }, () => studio.send('/@studio/sign-in/guess', { headers }))
      for (const { status } of await Promise.all(answers)) expect(status).toBe(410)
    }
    await guess(0)
    expect(readLog(studio)).toHaveLength(30)
    for (let network = 1; network < 35; network += 1) await guess(network)
    expect(readLog(studio)).toHaveLength(1000)
    const link = await linkFor(studio)
    const signedIn = await studio.send(link, { form: {}, headers: { 'x-forwarded-for': '192.0.2.0' } })
    expect(signedIn.status).toBe(303)
  })

  it('sends a few emails and keeps a few files for 10,000 attempts', async () => {
    const { url, mails } = await createMailReceiver()
    const studio = await serveStudio({ settings: { mail: { url, from: 'studio@example.com' } } })
    const attempt = async (index: number) => {
      const network = `10.${index >> 12}.${(index >> 4) & 255}.${index & 15}`
      const email = index % 2 ? 'ada@example.com' : `stranger-${index}@example.com`
      const { status } = await studio.send('/@studio/sign-in', {
        form: { email },
        headers: { 'x-forwarded-for': network },
      })
      expect(status).toBe(303)
    }
    for (let start = 0; start < 10_000; start += 50)
      await Promise.all(Array.from({ length: 50 }, (_, offset) => attempt(start + offset)))
    await until('the emails', () => mails.length === 20)
    expect(readdirSync(path.join(studio.settings.data, 'links'))).toHaveLength(20)
    expect(readLog(studio)).toHaveLength(20)
  })

  it('can use a link again whose session could not be stored (disk full)', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const studio = await serveStudio()
    const link = await linkFor(studio)
    const sessions = path.join(studio.settings.data, 'sessions')
    writeFileSync(sessions, '')
    const failed = await studio.send(link, { form: {} })
    expect([failed.status, failed.headers.get('set-cookie')]).toEqual([503, null])
    rmSync(sessions)
    expect((await studio.send(link, { form: {} })).status).toBe(303)
  })

  it('keeps a limited number of sessions per person, and removes the oldest', async () => {
    const { settings } = await serveStudio()
    const { sessions } = openSignIns(settings.data)
    const secrets: string[] = []
    for (let index = 0; index < 25; index += 1) {
      setClock(1)
      secrets.push(await sessions.create('ada@example.com'))
    }
    expect(await sessions.list()).toHaveLength(20)
    expect(await sessions.find(secrets[0] ?? '')).toBeUndefined()
    expect(await sessions.find(secrets[24] ?? '')).toBeDefined()
  })

  it('ignores a link and a session that a killed process has left incomplete', async () => {
    const studio = await serveStudio()
    const link = await linkFor(studio)
    const [half = ''] = readdirSync(path.join(studio.settings.data, 'links'))
    writeFileSync(path.join(studio.settings.data, 'links', half), '{"email":')
    expect((await studio.send(link, { form: {} })).status).toBe(410)
    expect((await studio.send(await linkFor(studio), { form: {} })).status).toBe(303)
    rmSync(path.join(studio.settings.data, 'sessions'), { recursive: true })
    const cookie = await studio.signIn('ada@example.com')
    const folder = path.join(studio.settings.data, 'sessions')
    const [file = ''] = readdirSync(folder)
    writeFileSync(path.join(folder, file), '')
    expect(await isSignedIn(studio, cookie)).toBe(false)
    rmSync(path.join(folder, file))
    expect(await isSignedIn(studio, await studio.signIn('ada@example.com'))).toBe(true)
  })

  it.each([
    ['/about?x=1', '/about?x=1'],
    ['https://evil.example/', '/@studio/'],
    ['//evil.example/', '/@studio/'],
    ['/\\evil.example/', '/@studio/'],
    ['/..//evil.example/', '/@studio/'],
    ['/\t/evil.example/', '/@studio/'],
    ['javascript:alert(1)', '/@studio/'],
    ['/@studio/sign-out', '/@studio/'],
    [`/${'a'.repeat(3000)}`, '/@studio/'],
    [['/a', '/b'], '/@studio/'],
    [undefined, '/@studio/'],
  ])('returns from %j to %s', (next, expected) => {
    expect(toOwnPath(next, new URL('https://edit.example.com'))).toBe(expected)
  })
})
