import { expect, test } from 'vitest'
import { startRelay } from '../../relay/commands/start.ts'
import { readConfig } from '../../relay/config.ts'
import { openFolderReader } from '../../relay/spool/folder-reader.ts'
import { createCapturedLog } from './captured-log.ts'
import { SUBMIT } from './http-fixture.ts'
import { createSiteForms } from './site-forms.ts'
import { temporaryFolder } from './spool-fixture.ts'

const ANSWERS = { formType: 'contact', name: 'Ada', email: 'ada@mail.example', message: 'Hello' }

/** Runs a relay for a site that counts. `close` returns the counts that are stored once the relay has stopped. */
async function runRelay({ count = true, env = {} } = {}) {
  const spool = await temporaryFolder()
  const settings = { RELAY_BIND: '127.0.0.1:0', RELAY_FREE_BYTES: '0', RELAY_SPOOL: spool, ...env }
  const forms = createSiteForms()
  const site = { ...forms.site, count }
  const relay = await startRelay({
    config: readConfig(settings),
    forms: { ...forms, site },
    log: createCapturedLog('error').log,
  })
  const post = (path: string, body?: object, headers = {}) =>
    fetch(`${relay.address}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  return {
    post,
    countStep: async (query: string, headers = {}) =>
      (await post(`/functions/v1/count?${query}`, undefined, headers)).status,
    async close() {
      await relay.close()
      const reader = await openFolderReader(spool)
      const counts = await reader.listFormCounts('2000-01-01')
      return Object.fromEntries(counts.map(({ formType, step, count }) => [`${formType} ${step}`, count]))
    },
  }
}

test('counts the steps of visitors, accepted submissions and rejected fields, but neither repetitions nor spam', async () => {
  const { post, countStep, close } = await runRelay()
  expect(await countStep('form=contact&step=seen')).toBe(204)
  expect(await countStep('form=contact&step=seen')).toBe(204)
  expect(await countStep('form=contact&step=begun')).toBe(204)
  const bad = { ...ANSWERS, email: 'nobody', message: '', unknown: 'x' }
  expect((await post(SUBMIT, bad)).status).toBe(422)
  const key = { 'idempotency-key': 'one' }
  for (const body of [ANSWERS, ANSWERS]) expect((await post(SUBMIT, body, key)).status).toBe(202)
  expect((await post(SUBMIT, { ...ANSWERS, _subject: 'bot' })).status).toBe(202)
  expect(await close()).toEqual({
    'contact seen': 2,
    'contact begun': 1,
    'contact rejected': 1,
    'contact rejected email': 1,
    'contact rejected message': 1,
    'contact accepted': 1,
  })
})

test('rejects unknown forms and steps, other sites and floods', async () => {
  const { countStep, close } = await runRelay({ env: { RELAY_POSTS_PER_MINUTE: '1' } })
  for (const query of [
    '',
    'form=contact',
    'form=contact&step=accepted',
    'form=__proto__&step=seen',
    'form=a&form=contact&step=seen',
  ])
    expect(await countStep(query)).toBe(400)
  expect(await countStep('form=contact&step=seen', { origin: 'https://evil.example' })).toBe(403)
  expect(await countStep('form=contact&step=seen')).toBe(204)
  expect(await countStep('form=contact&step=seen')).toBe(429)
  expect(await close()).toEqual({ 'contact seen': 1 })
})

test('does not exist for a site that does not count', async () => {
  const { post, countStep, close } = await runRelay({ count: false })
  expect(await countStep('form=contact&step=seen')).toBe(404)
  expect((await post(SUBMIT, ANSWERS)).status).toBe(202)
  expect(await close()).toEqual({})
})
