import { hash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { doctorCommand } from '../../relay/commands/doctor.ts'
import { runPreflightChecks } from '../../relay/commands/preflight.ts'
import { readConfig } from '../../relay/config.ts'
import type { SiteForms } from '../../relay/site-forms.ts'
import { type Challenge, fetchProof } from '../../src/forms/proof/challenge.ts'
import { pdf } from './documents.ts'
import { APPLY, createHttpFixture, HTML, type HttpOptions, readResponse, SUBMIT, toForm } from './http-fixture.ts'
import { createSiteForms } from './site-forms.ts'
import { temporaryFolder } from './spool-fixture.ts'
import { toTexts, validAnswers } from './valid-answers.ts'

const CONTACT = { formType: 'contact', name: 'Ada', email: 'ada@mail.example', message: 'Hello' }
const CHALLENGE = '/functions/v1/challenge'
const HOUR = 60 * 60 * 1000

function createFormsWithProof() {
  const site = createSiteForms()
  return {
    ...site,
    forms: Object.fromEntries(Object.entries(site.forms).map(([name, form]) => [name, { ...form, proofOfWork: true }])),
  }
}

/** Starts the app with forms that require proof of work. */
async function createProofFixture(options: HttpOptions = {}) {
  const fixture = await createHttpFixture({ forms: createFormsWithProof(), ...options })
  const { postJson, store, address } = fixture
  return {
    ...fixture,
    getProof: () => fetchProof(address + SUBMIT),
    /** Submits the contact form. @returns the reasons for holding it; undefined if it is delivered */
    async send(more: Record<string, string>, key?: string) {
      const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
      const { status, json } = await readResponse(await postJson({ ...CONTACT, ...more }, headers))
      expect(status).toBe(202)
      expect(Object.keys(json)).toEqual(['id', 'status', 'receivedAt'])
      const entry = await store.read(json.id)
      expect(entry?.place).toBe(entry?.envelope.spam.length ? 'spam' : 'queue')
      return entry?.envelope.spam
    },
  }
}

test('delivers a submission with a proof, which is not stored', async () => {
  const { send, getProof, store } = await createProofFixture()
  const proof = await getProof()
  expect(await send({ _proof: proof })).toEqual([])
  for await (const { id } of store.list()) expect(JSON.stringify(await store.read(id))).not.toContain(proof)
})

test('delivers an application with a file and a proof', async () => {
  const { post, getProof, names } = await createProofFixture()
  const contract = createSiteForms().forms['job-application'] ?? expect.fail()
  const form = toForm(
    { ...toTexts(contract, validAnswers(contract)), _proof: await getProof() },
    { resume: new File([pdf(100)], 'resume.pdf') },
  )
  expect((await post(APPLY, form)).status).toBe(202)
  expect(await names('queue')).toHaveLength(1)
})

test('holds a submission without a proof, and shows visitors without JavaScript the thank-you page', async () => {
  const { send, post, names } = await createProofFixture()
  expect(await send({})).toEqual(['no-proof'])
  expect(await send({ _proof: '' })).toEqual(['no-proof'])
  expect((await post(SUBMIT, new URLSearchParams({ ...CONTACT, name: 'Bob' }), HTML)).status).toBe(303)
  expect(await names('spam')).toHaveLength(3)
})

test('holds a submission with an expired proof', async () => {
  const { send, getProof, clock } = await createProofFixture()
  const [first, second] = [await getProof(), await getProof()]
  clock.advance(HOUR - 1)
  expect(await send({ _proof: first })).toEqual([])
  clock.advance(1)
  expect(await send({ _proof: second })).toEqual(['expired-proof'])
})

test('holds a submission with a forged proof', async () => {
  const { send, getProof, clock } = await createProofFixture()
  const [time = '', salt, number, signature = ''] = (await getProof()).split('.')
  const forged = [
    ...['x', '....', `${time}.${salt}.${number}`, `${time}.${salt}..${signature}`, 'a'.repeat(5000)],
    [clock.now() + 9 * HOUR, salt, number, signature].join('.'),
    [time, salt, Number(number) + 1, signature].join('.'),
    [time, salt, `0${number}`, signature].join('.'),
    [time, salt, number, signature.split('').reverse().join('')].join('.'),
    await (await createProofFixture()).getProof(),
  ]
  for (const proof of forged) expect(await send({ _proof: proof }), proof).toEqual(['invalid-proof'])
})

test('holds a different submission with the same proof', async () => {
  const { send, getProof, clock } = await createProofFixture()
  const proof = await getProof()
  expect(await send({ _proof: proof }, 'one')).toEqual([])
  expect(await send({ _proof: proof, message: 'Other' }, 'two')).toEqual(['reused-proof'])
  expect(await send({ _proof: proof, message: 'Other' })).toEqual(['reused-proof'])
  // Deletes expired proofs from memory.
  clock.advance(HOUR)
  expect(await send({ _proof: await getProof() })).toEqual([])
  expect(await send({ _proof: proof, message: 'Other' })).toEqual(['expired-proof'])
})

test('of concurrent submissions with the same proof, delivers only one', async () => {
  const { send, getProof } = await createProofFixture()
  const proof = await getProof()
  const results = await Promise.all(['a', 'b', 'c'].map((message) => send({ _proof: proof, message }, message)))
  expect(results.flat()).toEqual(['reused-proof', 'reused-proof'])
})

test('delivers a repeated submission once, with the same or another proof', async () => {
  const { send, getProof, names } = await createProofFixture()
  const proof = await getProof()
  for (const _proof of [proof, proof, await getProof(), '']) expect(await send({ _proof }, 'key')).toEqual([])
  expect(await names('queue')).toHaveLength(1)
  expect(await names('spam')).toEqual([])
})

test('delivers a submission whose first attempt could not be stored', async () => {
  let isFull = true
  const { postJson, send, getProof } = await createProofFixture({
    wrap: (store) => ({
      ...store,
      draft: async () => {
        if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
        return store.draft()
      },
    }),
  })
  const proof = await getProof()
  const first = await postJson({ ...CONTACT, _proof: proof }, { 'idempotency-key': 'key' })
  expect(first.status).toBe(503)
  isFull = false
  expect(await send({ _proof: proof }, 'key')).toEqual([])
})

test('an invalid submission does not use up its proof', async () => {
  const { postJson, send, getProof } = await createProofFixture()
  const proof = await getProof()
  expect((await postJson({ ...CONTACT, email: 'x', _proof: proof }, { 'idempotency-key': 'one' })).status).toBe(422)
  expect(await send({ _proof: proof }, 'two')).toEqual([])
})

test('a restart does not invalidate open pages, and nobody else can read the secret', async () => {
  const { getProof, folder, store } = await createProofFixture()
  const proof = await getProof()
  expect((await stat(path.join(folder, 'challenge-secret'))).mode & 0o777).toBe(0o600)
  await store.close()
  const next = await createProofFixture({ folder })
  expect(await next.send({ _proof: proof })).toEqual([])
  expect((await next.store.verify()).corrupt).toEqual([])
})

test('relays with the same secret accept challenges from each other', async () => {
  const env = { RELAY_CHALLENGE_SECRET: 'a secret that both relays have' }
  const [one, other] = [await createProofFixture({ env }), await createProofFixture({ env })]
  expect(await other.send({ _proof: await one.getProof() })).toEqual([])
})

test('warns if relays that share a database may have different secrets', async () => {
  const RELAY_SPOOL = path.join(await temporaryFolder(), 'spool')
  const RELAY_STORE = 'postgres://127.0.0.1:1/relay'
  const warn = async (env: NodeJS.ProcessEnv, forms: SiteForms = createFormsWithProof()) => {
    const config = readConfig({ RELAY_SPOOL, ...env })
    const found = await runPreflightChecks(config, forms)
    const { data } = await doctorCommand.run(config, { forms, targets: [], dns: false })
    const warned = found.some((warning) => warning.startsWith('RELAY_CHALLENGE_SECRET is not set'))
    expect(data.some(({ check, level }) => check === 'proof of work' && level === 'warn')).toBe(warned)
    return warned
  }
  expect(await warn({ RELAY_STORE })).toBe(true)
  expect(await warn({})).toBe(false)
  expect(await warn({ RELAY_STORE }, createSiteForms())).toBe(false)
  const RELAY_CHALLENGE_SECRET = 'a secret that all relays have'
  expect(await warn({ RELAY_STORE, RELAY_CHALLENGE_SECRET })).toBe(false)
  const short = { RELAY_CHALLENGE_SECRET: 'short' }
  expect(() => readConfig(short)).toThrow('RELAY_CHALLENGE_SECRET must have at least 24 characters.')
})

test('serves challenges only if a form requires proof of work', async () => {
  const { address, postJson, names } = await createHttpFixture()
  expect((await fetch(address + CHALLENGE)).status).toBe(404)
  await postJson(CONTACT)
  expect(await names('queue')).toHaveLength(1)
})

test('checks the origin, the public key and the rate of requests for challenges', async () => {
  const { address } = await createProofFixture({
    env: { RELAY_PUBLIC_KEY: 'key', RELAY_POSTS_PER_MINUTE: '1', RELAY_ORIGINS: 'https://site.example' },
  })
  const get = (query = '?apikey=key', headers = {}) => fetch(address + CHALLENGE + query, { headers })
  expect((await get('')).status).toBe(401)
  expect((await get('?apikey=key', { origin: 'https://other.example' })).status).toBe(403)
  const allowed = await get('?apikey=key', { origin: 'https://site.example' })
  expect(allowed.status).toBe(200)
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://site.example')
  expect(allowed.headers.get('cache-control')).toBe('no-store')
  const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await get()).status))
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})

/** Returns a proof sooner than `fetchProof`, because the hashes are computed synchronously. */
async function solveInNode(address: string): Promise<string> {
  const { text, hash: target, signature } = (await (await fetch(address + CHALLENGE)).json()) as Challenge
  for (let number = 0; ; number++)
    if (hash('sha256', `${text}.${number}`) === target) return `${text}.${number}.${signature}`
}

/** Counts the submissions that are delivered, of 400 in fixed order. */
async function countDelivered(requiresProof: boolean) {
  const fixture = await createHttpFixture(requiresProof ? { forms: createFormsWithProof() } : {})
  const { address, postJson, post, names } = fixture
  const texts = [
    'Hello, we would like an offer for our shop.',
    'Guten Tag, wir hätten gern ein Angebot für unseren Shop.',
    'Bonjour, nous aimerions un devis : https://boutique.example/a?b=1',
    'こんにちは。見積もりをお願いします。',
    'مرحبًا، نود الحصول على عرض سعر.',
  ]
  const answers = (index: number) => ({
    ...CONTACT,
    name: `Sender ${index}`,
    message: `${texts[index % texts.length]} ${index}`,
  })
  const proof = async () => (requiresProof ? { _proof: await solveInNode(address) } : {})
  const replayed = await proof()
  const json = (body: object, index: number) => postJson(body, { 'idempotency-key': `key-${index}` })
  const groups: [string, number, (index: number) => Promise<Response>][] = [
    ['visitors, five languages', 80, async (index) => json({ ...answers(index), ...(await proof()) }, index)],
    ['autofill', 40, async (index) => json({ ...answers(index), website: 'a.example', ...(await proof()) }, index)],
    [
      'quick hands',
      40,
      async (index) => json({ ...answers(index), message: `Hi ${index}`, ...(await proof()) }, index),
    ],
    ['no JavaScript', 40, (index) => post(SUBMIT, new URLSearchParams(answers(index)), HTML)],
    [
      'links in markup',
      50,
      (index) => json({ ...answers(index), message: `<a href="https://x.example">x</a>` }, index),
    ],
    ['hidden field', 50, (index) => json({ ...answers(index), _subject: 'Offer' }, index)],
    ['direct posts', 50, (index) => json(answers(index), index)],
    ['replayed page', 50, (index) => json({ ...answers(index), ...replayed }, index)],
  ]
  const delivered: Record<string, string> = {}
  let index = 0
  for (const [name, count, send] of groups) {
    const before = (await names('queue')).length
    for (const end = index + count; index < end; index++) expect((await send(index)).status).toBeLessThan(400)
    delivered[name] = `${(await names('queue')).length - before} of ${count}`
  }
  return delivered
}

test('of 400 submissions, delivers those of people, except of people without JavaScript', async () => {
  const always = { 'visitors, five languages': '80 of 80', autofill: '40 of 40', 'quick hands': '40 of 40' }
  const never = { 'links in markup': '0 of 50', 'hidden field': '0 of 50' }
  expect(await countDelivered(false)).toEqual({
    ...{ ...always, ...never },
    ...{ 'no JavaScript': '40 of 40', 'direct posts': '50 of 50', 'replayed page': '50 of 50' },
  })
  expect(await countDelivered(true)).toEqual({
    ...{ ...always, ...never },
    ...{ 'no JavaScript': '0 of 40', 'direct posts': '0 of 50', 'replayed page': '1 of 50' },
  })
})
