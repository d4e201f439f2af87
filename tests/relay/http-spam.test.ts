import { expect, test } from 'vitest'
import { createHttpFixture, HTML, SUBMIT, told } from './http-fixture.ts'

const CONTACT = { formType: 'contact', name: 'Ada', email: 'ada@mail.example', message: 'Hello' }
const links = (count: number) => Array.from({ length: count }, (_, at) => `see https://a.example/${at} `).join('')

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['trap', { _website: 'https://buy.example' }, {}],
  ['too-fast', {}, { 'form-elapsed': '900' }],
  ['links', { message: links(6) }, {}],
])('a post that gives itself away (%s) is answered like any other and held back', async (reason, more, headers) => {
  const { postJson, post, names, store, emptyTmp } = await createHttpFixture()
  const good = await told(await postJson(CONTACT))
  const bad = await told(await postJson({ ...CONTACT, ...more }, headers))
  expect(bad.status).toBe(202)
  expect(Object.keys(bad.json)).toEqual(Object.keys(good.json))
  expect(bad.json.status).toBe(good.json.status)
  const entry = await store.read(bad.json.id)
  expect(entry?.place).toBe('spam')
  expect(entry?.envelope.spam).toEqual([reason])
  expect(entry?.envelope.targets).toEqual(['file'])
  const page = await post(SUBMIT, new URLSearchParams({ ...CONTACT, ...more, brandName: 'x' }), { ...HTML, ...headers })
  expect(page.status).toBe(303)
  expect(await names('spam')).toHaveLength(2)
  expect(await names('queue')).toHaveLength(1)
  await emptyTmp()

  await store.release(bad.json.id)
  expect((await store.read(bad.json.id))?.place).toBe('queue')
})

test('people who take their time, name a link or have no clock are not held back', async () => {
  const { postJson, names } = await createHttpFixture()
  await postJson({ ...CONTACT, _website: '' }, { 'form-elapsed': '1500' })
  await postJson(CONTACT, { 'form-elapsed': 'soon' })
  await postJson({ ...CONTACT, message: links(5) })
  expect(await names('spam')).toEqual([])
  expect(await names('queue')).toHaveLength(3)
})

test('several reasons are all kept', async () => {
  const { postJson, store } = await createHttpFixture()
  const { json } = await told(await postJson({ ...CONTACT, _website: 'x', message: links(9) }, { 'form-elapsed': '1' }))
  expect((await store.read(json.id))?.envelope.spam).toEqual(['trap', 'too-fast', 'links'])
})
