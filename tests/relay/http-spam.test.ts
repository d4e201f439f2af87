import { expect, test } from 'vitest'
import { createHttpFixture, HTML, readResponse, SUBMIT } from './http-fixture.ts'

const CONTACT = { formType: 'contact', name: 'Ada', email: 'ada@mail.example', message: 'Hello' }

test.each<[string, Record<string, string>]>([
  ['trap', { _subject: 'Buy' }],
  ['markup', { message: 'Best <a target="x" href="https://buy.example">shop</a>' }],
  ['markup', { message: 'Best [URL=https://buy.example]shop[/URL]' }],
  ['markup', { brandName: '[url]buy.example[/url]' }],
])('a submission with a sign of spam (%s) receives the usual response but is held back', async (reason, more) => {
  const { postJson, post, names, store, emptyTmp } = await createHttpFixture()
  const good = await readResponse(await postJson(CONTACT))
  const bad = await readResponse(await postJson({ ...CONTACT, ...more }))
  expect(bad.status).toBe(202)
  expect(Object.keys(bad.json)).toEqual(Object.keys(good.json))
  expect(bad.json.status).toBe(good.json.status)
  const entry = await store.read(bad.json.id)
  expect(entry?.place).toBe('spam')
  expect(entry?.envelope.spam).toEqual([reason])
  expect(entry?.envelope.targets).toEqual(['file'])
  const page = await post(
    SUBMIT,
    new URLSearchParams({ ...CONTACT, brandName: 'x', ...more, email: 'x@y.example' }),
    HTML,
  )
  expect(page.status).toBe(303)
  expect(await names('spam')).toHaveLength(2)
  expect(await names('queue')).toHaveLength(1)
  await emptyTmp()

  await store.release(bad.json.id)
  expect((await store.read(bad.json.id))?.place).toBe('queue')
})

const products = Array.from({ length: 60 }, (_, at) => `https://www.amazon.com/dp/B00000000${at}?th=1`).join('\n')

test.each<[string, Record<string, string>]>([
  ['paste all their product links', { message: products }],
  ['submit autofilled answers as soon as the page loads', {}],
  ['use a form filler that enters their website', { _website: 'https://brand.example', website: 'brand.example' }],
  ['use square and angle brackets', { message: 'Our ASIN [B000] <see attached> costs a < b [sic], see [link] or <a>' }],
])('submissions from visitors who %s are not held back', async (_name, more) => {
  const { postJson, post, names } = await createHttpFixture()
  await postJson({ ...CONTACT, ...more }, { 'form-elapsed': '1' })
  await post(SUBMIT, new URLSearchParams({ ...CONTACT, brandName: 'x', ...more, email: 'x@y.example' }), HTML)
  expect(await names('spam')).toEqual([])
  expect(await names('queue')).toHaveLength(2)
})

test('spam raises at most one alert per day', async () => {
  const { postJson, clock, logged } = await createHttpFixture()
  const alerts = () =>
    logged()
      .split('\n')
      .filter((line) => line.includes('"alert":"held"'))
  const hold = (name: string) => postJson({ ...CONTACT, name, _subject: 'x' })
  await hold('Ada')
  await hold('Bob')
  expect(alerts()).toHaveLength(1)
  clock.advance(24 * 60 * 60 * 1000)
  await hold('Cleo')
  expect(alerts()).toHaveLength(2)
})

test('all reasons for holding back a submission are stored with it', async () => {
  const { postJson, store } = await createHttpFixture()
  const { json } = await readResponse(await postJson({ ...CONTACT, _subject: 'x', message: '[url]x[/url]' }))
  expect((await store.read(json.id))?.envelope.spam).toEqual(['trap', 'markup'])
})
