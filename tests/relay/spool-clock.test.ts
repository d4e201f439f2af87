import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DeliveryOutcome } from '../../relay/targets/target.ts'
import { claimOne, settle } from './claims.ts'
import { createDeliveryFixture, createScriptedTarget } from './delivery-fixture.ts'
import { commitOne, createSpoolFixture } from './spool-fixture.ts'
import { until } from './until.ts'

const PAUSE = 30_000
const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const WEEKS = 20 * 24 * 60 * 60 * 1000

test('a delivery waits at most twice as long as planned if the clock is set back while it waits', async () => {
  const temporary: DeliveryOutcome = { kind: 'temporary', detail: 'not now' }
  const mail = createScriptedTarget('mail', temporary, { kind: 'delivered', detail: 'ok' })
  const { delivery, commit, attempted, clock } = await createDeliveryFixture([mail.target])
  delivery.start()
  await commit()
  await attempted(1)
  await until('the timer', () => clock.pending().includes(PAUSE))
  clock.setBack(WEEKS)
  clock.advance(PAUSE)
  // The other timer watches for overdue deliveries.
  await until('both timers', () => clock.pending().filter((pause) => pause <= PAUSE).length === 2)
  clock.advance(PAUSE)
  await attempted(2)
})

test.each([
  ['set back while the relay was stopped', -WEEKS],
  ['ahead during the attempt and correct on the next start', -WEEKS * 50],
  ['behind during the attempt and correct on the next start', WEEKS * 50],
])('no delivery waits longer than planned if the clock was %s', async (_, shift) => {
  const { open, clock } = await createSpoolFixture({ targets: ['mail'] })
  const store = await open()
  const waiting = await commitOne(store, clock.now(), { targets: ['mail'] })
  await claimOne(store)
  await settle(store, waiting, 'mail', { status: 'waiting', pause: PAUSE, detail: '451' })
  const fresh = await commitOne(store, clock.now(), { targets: ['mail'] })
  await store.close()
  clock.setBack(-shift)
  const again = await open()
  const first = await claimOne(again)
  const pause = (await again.nextDue(['mail'])) ?? 0
  expect(pause).toBeLessThanOrEqual(PAUSE)
  clock.advance(pause)
  const second = await claimOne(again)
  expect([first, second].map((claim) => claim?.envelope.id).sort()).toEqual([waiting, fresh].sort())
})

describe('a relay that starts with its clock 40 days ahead', () => {
  /** Creates a spool with a spam entry and a delivered entry, closes it, and advances the clock by 40 days. */
  async function createLeap() {
    const fixture = await createSpoolFixture({ targets: ['mail'] })
    const { open, clock, folder } = fixture
    const store = await open()
    await commitOne(store, clock.now(), { spam: ['links'] })
    const done = await commitOne(store, clock.now(), { targets: ['mail'] })
    await claimOne(store)
    await settle(store, done, 'mail', { status: 'delivered', detail: 'ok' })
    await store.close()
    clock.advance(40 * DAY)
    const swept = () => until('the next sweep', () => clock.pending().includes(HOUR))
    const places = async () => [await fixture.names('spam'), await readdir(path.join(folder, 'done'))].flat()
    return { ...fixture, swept, places }
  }

  test('deletes nothing for a day, even across restarts, and raises one alert', async () => {
    const { open, clock, alerts, swept, places } = await createLeap()
    const store = await open()
    await swept()
    await store.close()
    const again = await open()
    await swept()
    clock.advance(DAY - 1)
    await swept()
    expect(await places()).toHaveLength(2)
    expect(alerts).toEqual([{ kind: 'clock', detail: expect.stringContaining('40 days since the last sweep') }])
    clock.advance(HOUR)
    await until('both entries are deleted', async () => (await places()).length === 0)
    await again.close()
  })

  test('deletes nothing too early once its clock is corrected', async () => {
    const { open, clock, swept, places } = await createLeap()
    const store = await open()
    await swept()
    clock.setBack(40 * DAY)
    for (let day = 0; day < 29; day++) {
      clock.advance(DAY)
      await swept()
    }
    expect(await places()).toHaveLength(2)
    for (let day = 0; day < 3; day++) {
      clock.advance(DAY)
      await swept()
    }
    await until('both entries are deleted', async () => (await places()).length === 0)
    await store.close()
  })
})
