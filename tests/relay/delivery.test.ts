import { expect, onTestFinished, test } from 'vitest'
import { getRetryDelay, mailSchedule, webhookSchedule } from '../../relay/targets/retry-schedules.ts'
import type { DeliveryOutcome } from '../../relay/targets/target.ts'
import { listAll } from './claims.ts'
import { createDeliveryFixture, createScriptedTarget } from './delivery-fixture.ts'
import { commitOne } from './spool-fixture.ts'
import { until } from './until.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
const delivered: DeliveryOutcome = { kind: 'delivered', detail: 'ok' }
const temporary: DeliveryOutcome = { kind: 'temporary', detail: 'not now' }
/** An outcome that is not known until `end` is called. */
function createPendingOutcome() {
  let end: (outcome: DeliveryOutcome) => void = () => {}
  const outcome = new Promise<DeliveryOutcome>((resolve) => {
    end = resolve
  })
  return { outcome, end }
}
const never = new Promise<DeliveryOutcome>(() => {})

test('submissions committed before and after startup are delivered immediately', async () => {
  const mail = createScriptedTarget('mail', delivered)
  const { delivery, commit, attempted, stateOf, results } = await createDeliveryFixture([mail.target])
  const before = await commit()
  delivery.start()
  await attempted(1)
  const after = await commit()
  await attempted(2)
  expect(await stateOf(before)).toMatchObject({ place: 'done', status: 'delivered', tries: 1 })
  expect(await stateOf(after)).toMatchObject({ place: 'done', status: 'delivered', tries: 1 })
  expect(results[0]).toMatchObject({ id: before, formType: 'contact', target: 'mail', tries: 1, status: 'delivered' })
})

test('a delivery that fails temporarily is retried on schedule, and marked dead after the last attempt', async () => {
  const mail = createScriptedTarget('mail', temporary)
  const { delivery, commit, attempted, stateOf, clock, alerts } = await createDeliveryFixture([mail.target])
  delivery.start()
  const id = await commit()
  await attempted(1)
  expect(await stateOf(id)).toMatchObject({ status: 'waiting', tries: 1, nextAt: clock.now() + 30 * SECOND })
  await until('the timer', () => clock.pending().includes(30 * SECOND))
  clock.advance(30 * SECOND - 1)
  expect(mail.parcels).toHaveLength(1)
  clock.advance(1)
  await attempted(2)
  expect(await stateOf(id)).toMatchObject({ status: 'waiting', tries: 2, nextAt: clock.now() + 120 * SECOND })
  await until('the timer', () => clock.pending().includes(120 * SECOND))
  clock.advance(120 * SECOND)
  await attempted(3)
  const state = await stateOf(id)
  expect(state).toMatchObject({ place: 'dead', status: 'dead', tries: 3 })
  expect(state.history.map(({ kind }) => kind)).toEqual(['temporary', 'temporary', 'dead'])
  expect(alerts).toEqual([{ kind: 'dead', id, target: 'mail', detail: 'given up after 3 attempts' }])
})

test('a delivery that fails permanently is marked dead, and an operator can retry it immediately', async () => {
  const mail = createScriptedTarget('mail', { kind: 'permanent', detail: '550' }, delivered)
  const { delivery, commit, attempted, stateOf, store } = await createDeliveryFixture([mail.target])
  delivery.start()
  const id = await commit()
  await attempted(1)
  expect(await stateOf(id)).toMatchObject({ place: 'dead', status: 'dead', tries: 1 })
  await store.retry(id)
  await attempted(2)
  expect(await stateOf(id)).toMatchObject({ place: 'done', status: 'delivered' })
})

test('deliveries wait while submissions are received, but at most half a second', async () => {
  const mail = createScriptedTarget('mail', delivered)
  const pendingPosts = new Set([new Promise<void>(() => {})])
  const { delivery, commit, attempted } = await createDeliveryFixture([mail.target], { pendingPosts })
  await commit()
  const begin = performance.now()
  delivery.start()
  await attempted(1)
  expect(performance.now() - begin).toBeGreaterThan(499)
  await commit()
  await attempted(2)
})

test('twenty concurrent deliveries print no warning about event listeners', async () => {
  const warnings: Error[] = []
  const record = (warning: Error): unknown => warnings.push(warning)
  process.on('warning', record)
  onTestFinished(() => void process.off('warning', record))
  const mail = createScriptedTarget('mail', never)
  const { delivery, commit } = await createDeliveryFixture([mail.target], { sendsPerTarget: 20 })
  for (let count = 0; count < 20; count++) await commit()
  delivery.start()
  await until('20 attempts', () => mail.parcels.length === 20)
  await delivery.stop(0)
  // Warnings are emitted in the next tick.
  await new Promise(setImmediate)
  expect(warnings).toEqual([])
})

test('targets that fail or hang do not block other targets', async () => {
  const dead = createScriptedTarget('dead', { kind: 'permanent', detail: 'no' })
  const hanging = createScriptedTarget('hanging', never)
  const good = createScriptedTarget('good', delivered)
  const fixture = await createDeliveryFixture([hanging.target, dead.target, good.target], { sendsPerTarget: 2 })
  fixture.delivery.start()
  const ids: string[] = []
  for (let count = 0; count < 10; count++) ids.push(await fixture.commit())
  await until('the good target has all submissions', () => good.parcels.length === 10)
  await until('the dead target has refused all submissions', () => fixture.alerts.length === 10)
  expect(hanging.parcels).toHaveLength(2)
  await fixture.attempted(20)
  for (const id of ids) expect((await fixture.stateOf(id, 'good')).status).toBe('delivered')
  // Stops delivery before the two hanging sends time out, so that no new sends start.
  const stopped = fixture.delivery.stop()
  fixture.clock.advance(15 * SECOND)
  await stopped
})

test('an attempt that times out counts as a temporary failure', async () => {
  const hook = createScriptedTarget('hook', never, delivered)
  const { delivery, commit, attempted, stateOf, clock } = await createDeliveryFixture([hook.target])
  delivery.start()
  const id = await commit()
  await until('the send', () => hook.parcels.length === 1)
  expect(await stateOf(id)).toMatchObject({ status: 'sending', tries: 1 })
  clock.advance(15 * SECOND)
  await attempted(1)
  expect(hook.aborted()).toBe(1)
  const state = await stateOf(id)
  expect(state).toMatchObject({ status: 'waiting', tries: 1 })
  expect(state.history).toMatchObject([{ kind: 'temporary', detail: 'timed out after 15 s' }])
  await until('the timer', () => clock.pending().includes(30 * SECOND))
  clock.advance(30 * SECOND)
  await attempted(2)
  expect((await stateOf(id)).place).toBe('done')
})

test('an exception thrown by a target counts as a temporary failure', async () => {
  const hook = createScriptedTarget('hook', 'throw')
  const { delivery, commit, attempted, stateOf } = await createDeliveryFixture([hook.target])
  delivery.start()
  const id = await commit()
  await attempted(1)
  const state = await stateOf(id)
  expect(state).toMatchObject({ status: 'waiting' })
  expect(state.history[0]?.detail).toContain('unexpected')
})

test('the pause before the next attempt lasts as long as the receiver requests', async () => {
  const hook = createScriptedTarget('hook', { ...temporary, retryAfter: 600 * SECOND }, delivered)
  const { delivery, commit, attempted, stateOf, clock } = await createDeliveryFixture([hook.target])
  delivery.start()
  const id = await commit()
  await attempted(1)
  expect(await stateOf(id)).toMatchObject({ nextAt: clock.now() + 600 * SECOND })
})

test('a relay that is stopping waits for sends in progress and starts no new sends', async () => {
  const slow = createPendingOutcome()
  const mail = createScriptedTarget('mail', slow.outcome, delivered)
  const { delivery, commit, stateOf, store } = await createDeliveryFixture([mail.target], { sendsPerTarget: 1 })
  delivery.start()
  const first = await commit()
  const second = await commit()
  await until('the send', () => mail.parcels.length === 1)
  let stopped = false
  const stop = delivery.stop().then(() => {
    stopped = true
  })
  await store.read(first)
  expect(stopped).toBe(false)
  slow.end(delivered)
  await stop
  expect(await stateOf(first)).toMatchObject({ place: 'done' })
  expect(await stateOf(second)).toMatchObject({ place: 'queue', status: 'waiting', tries: 0 })
  expect(mail.parcels).toHaveLength(1)
})

test('each submission is delivered exactly once even if the relay restarts during a backlog', async () => {
  const later = createPendingOutcome()
  const mail = createScriptedTarget('mail', ...Array.from({ length: 5 }, () => delivered), later.outcome)
  const { delivery, commit, attempted, store, open, clock } = await createDeliveryFixture([mail.target], {
    sendsPerTarget: 3,
  })
  const ids = []
  for (let count = 0; count < 300; count++) ids.push(await commit())
  delivery.start()
  await attempted(5)
  const stopped = delivery.stop()
  later.end(delivered)
  await stopped
  const early = mail.parcels.length
  await store.close()

  const next = createScriptedTarget('mail', delivered)
  const again = await open()
  const { createDeliveryWorker: createDelivery } = await import('../../relay/delivery/delivery.ts')
  const second = createDelivery({ store: again, targets: [next.target], clock })
  second.start()
  await until('the remaining submissions', () => next.parcels.length === 300 - early)
  await second.stop()
  const sent = [...mail.parcels, ...next.parcels].map(({ envelope }) => envelope.id)
  expect(sent.sort()).toEqual([...ids].sort())
  expect(await listAll(again, 'done')).toHaveLength(300)
})

test('storing a delivery result is retried after a disk error, with only one alert and no second send', async () => {
  const mail = createScriptedTarget('mail', delivered)
  const { store, clock } = await createDeliveryFixture([mail.target])
  let fails = 2
  const alerts: string[] = []
  const { createDeliveryWorker: createDelivery } = await import('../../relay/delivery/delivery.ts')
  const delivery = createDelivery({
    // The real store, on a simulated disk that is temporarily full.
    store: {
      ...store,
      settle: async (...all) => {
        if (fails-- > 0) throw new Error('ENOSPC')
        return store.settle(...all)
      },
    },
    targets: [mail.target],
    clock,
    onAlert: ({ detail }) => alerts.push(detail),
  })
  delivery.start()
  const id = await commitOne(store, clock.now(), { targets: ['mail'] })
  await until('the first failure', () => alerts.length === 1)
  await until('the pause', () => clock.pending().includes(5 * SECOND))
  clock.advance(5 * SECOND)
  await until('the second failure', () => fails === 0)
  await until('the pause', () => clock.pending().includes(5 * SECOND))
  clock.advance(5 * SECOND)
  await until('done', async () => (await store.read(id))?.place === 'done')
  expect(mail.parcels).toHaveLength(1)
  expect(alerts).toHaveLength(1)
  await delivery.stop()
})

test('each outage in which due deliveries cannot be claimed raises exactly one alert', async () => {
  const mail = createScriptedTarget('mail', delivered)
  const { store, clock } = await createDeliveryFixture([mail.target])
  let [failing, attempts] = [true, 0]
  const alerts: string[] = []
  const { createDeliveryWorker: createDelivery } = await import('../../relay/delivery/delivery.ts')
  const delivery = createDelivery({
    store: {
      ...store,
      claim: async (...all) => {
        attempts++
        if (failing) throw new Error('EIO')
        return store.claim(...all)
      },
    },
    targets: [mail.target],
    clock,
    onAlert: ({ detail }) => alerts.push(detail),
  })
  const passPause = async (count: number) => {
    await until('an attempt', () => attempts >= count)
    await until('the pause', () => clock.pending().includes(5 * SECOND))
    clock.advance(5 * SECOND)
  }
  delivery.start()
  await passPause(1)
  await passPause(2)
  expect(alerts).toEqual(['due deliveries cannot be claimed: EIO'])
  failing = false
  const id = await commitOne(store, clock.now(), { targets: ['mail'] })
  await until('done', async () => (await store.read(id))?.place === 'done')
  failing = true
  await commitOne(store, clock.now(), { targets: ['mail'] })
  await until('another alert', () => alerts.length === 2)
  await delivery.stop()
})

test('an alert is raised if a target makes no progress for ten minutes, and repeated every hour', async () => {
  const [mail, hook] = [createScriptedTarget('mail', never), createScriptedTarget('hook', delivered)]

  const { delivery, commit, attempted, clock, alerts } = await createDeliveryFixture(
    [{ ...mail.target, timeout: 24 * HOUR }, hook.target],
    {
      sendsPerTarget: 1,
    },
  )
  delivery.start()
  await commit()
  await commit()
  await attempted(2)
  for (let minute = 0; minute < 75; minute++) {
    await until('the next check', () => clock.pending().includes(60 * SECOND))
    clock.advance(60 * SECOND)
  }
  await until('the next check', () => clock.pending().includes(60 * SECOND))
  expect(alerts.map(({ kind, target }) => [kind, target])).toEqual([
    ['overdue', 'mail'],
    ['overdue', 'mail'],
  ])
  await delivery.stop(0)
})

test('retry delays vary by up to 20%, and are extended if the receiver requests it, up to a day', () => {
  const schedule = [0, 1000, 5000]
  expect(getRetryDelay(schedule, 1, 0)).toBe(800)
  expect(getRetryDelay(schedule, 1, 0.5)).toBe(1000)
  expect(getRetryDelay(schedule, 1, 1)).toBe(1200)
  expect(getRetryDelay(schedule, 1, 0, 3000)).toBe(3000)
  expect(getRetryDelay(schedule, 2, 0, 3000)).toBe(4000)
  expect(getRetryDelay(schedule, 1, 0, 1000 * HOUR)).toBe(24 * HOUR)
  expect(getRetryDelay(schedule, 3, 0)).toBeUndefined()
})

test('email and webhook deliveries are retried at the specified intervals', () => {
  const minutes = (schedule: readonly number[]) => schedule.map((pause) => pause / 60_000)
  expect(minutes(mailSchedule).slice(0, 8)).toEqual([0, 0.5, 2, 10, 30, 60, 120, 240])
  expect(new Set(minutes(mailSchedule).slice(8))).toEqual(new Set([360]))
  const days = mailSchedule.reduce((sum, pause) => sum + pause, 0) / (24 * HOUR)
  expect(days).toBeGreaterThan(4.75)
  expect(days).toBeLessThanOrEqual(5)
  expect(minutes(webhookSchedule)).toEqual([0, 5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440])
})
