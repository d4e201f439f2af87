import { expect, test } from 'vitest'
import type { Outcome } from '../../relay/targets/target.ts'
import { settle, take } from './claims.ts'
import { createDeliveryFixture, createScriptedTarget } from './delivery-fixture.ts'
import { commitOne, createSpoolFixture } from './spool-fixture.ts'
import { until } from './until.ts'

const PAUSE = 30_000
const WEEKS = 20 * 24 * 60 * 60 * 1000

test('a clock that is set back while a delivery waits makes it wait at most twice its pause', async () => {
  const not: Outcome = { kind: 'temporary', detail: 'not now' }
  const mail = createScriptedTarget('mail', not, { kind: 'delivered', detail: 'ok' })
  const { delivery, commit, tried, clock } = await createDeliveryFixture([mail.target])
  delivery.start()
  await commit()
  await tried(1)
  await until('the timer', () => clock.pending().includes(PAUSE))
  clock.setBack(WEEKS)
  clock.advance(PAUSE)
  await until('the timer', () => clock.pending().some((pause) => pause <= PAUSE))
  clock.advance(PAUSE)
  await tried(2)
})

test.each([
  ['set back while the relay is stopped', -WEEKS],
  ['wrongly in the future while it tried, and right again at the start', -WEEKS * 50],
  ['wrongly in the past while it tried, and right again at the start', WEEKS * 50],
])('no delivery waits longer than its pause when the clock was %s', async (_, shift) => {
  const { open, clock } = await createSpoolFixture({ targets: ['mail'] })
  const store = await open()
  const tried = await commitOne(store, clock.now(), { targets: ['mail'] })
  await take(store)
  await settle(store, tried, 'mail', { status: 'waiting', pause: PAUSE, detail: '451' })
  const fresh = await commitOne(store, clock.now(), { targets: ['mail'] })
  await store.close()
  clock.setBack(-shift)
  const again = await open()
  const first = await take(again)
  const pause = (await again.nextDue(['mail'])) ?? 0
  expect(pause).toBeLessThanOrEqual(PAUSE)
  clock.advance(pause)
  const second = await take(again)
  expect([first, second].map((one) => one?.envelope.id).sort()).toEqual([tried, fresh].sort())
})
