import path from 'node:path'
import { onTestFinished } from 'vitest'
import { createDeliveryWorker, type DeliveryResult, type DeliveryWorkerOptions } from '../../relay/delivery/delivery.ts'
import type { Alert } from '../../relay/store/alert.ts'
import type { DeliveryState } from '../../relay/store/store.ts'
import type { DeliveryOutcome, Target, TargetInput } from '../../relay/targets/target.ts'
import { commitOne, createSpoolFixture } from './spool-fixture.ts'
import { until } from './until.ts'

/** Creates a target that returns one scripted outcome per attempt and then repeats the last outcome. */
export function createScriptedTarget(
  name: string,
  ...answers: (DeliveryOutcome | Promise<DeliveryOutcome> | 'throw')[]
) {
  const parcels: TargetInput[] = []
  let aborted = 0
  const target: Target = {
    name,
    schedule: [0, 30_000, 120_000],
    timeout: 15_000,
    async deliver(parcel, signal) {
      parcels.push(parcel)
      signal.addEventListener('abort', () => aborted++)
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (answer === 'throw') throw new Error('unexpected')
      return answer ?? { kind: 'delivered', detail: 'ok' }
    },
    probe: async () => 'scripted',
  }
  return { target, parcels, aborted: () => aborted }
}

/**
 * Creates a spool whose submissions are delivered to targets, with a fake clock and retry delays without jitter.
 * @param disk parent folder of the spool; defaults to a temporary folder
 */
export async function createDeliveryFixture(
  targets: readonly Target[],
  options: Partial<DeliveryWorkerOptions> = {},
  disk?: string,
) {
  const spool = await createSpoolFixture({
    targets: targets.map(({ name }) => name),
    ...(disk === undefined ? {} : { folder: path.join(disk, 'spool') }),
  })
  const { clock } = spool
  const store = await spool.open()
  const results: DeliveryResult[] = []
  const alerts: Alert[] = []
  const delivery = createDeliveryWorker({
    store,
    targets,
    clock,
    random: () => 0.5,
    onOutcome: (result) => results.push(result),
    onAlert: (alert) => alerts.push(alert),
    ...options,
  })
  onTestFinished(() => delivery.stop())
  const names = targets.map(({ name }) => name)
  return {
    ...spool,
    store,
    delivery,
    results,
    alerts,
    commit: (more: Parameters<typeof commitOne>[2] = {}, files?: readonly Buffer[]) =>
      commitOne(store, clock.now(), { targets: names, ...more }, files),
    /** Waits until a total of `count` attempts have ended. */
    attempted: (count: number) => until(`${count} attempts`, () => results.length >= count),
    /** Returns the place of an entry and the state of its delivery to one target. */
    async stateOf(id: string, target = names[0]): Promise<DeliveryState & { place: string }> {
      const entry = await until(`entry ${id}`, () => store.read(id))
      const state = entry.deliveries.find((delivery) => delivery.target === target)
      return { ...(state as DeliveryState), place: entry.place }
    },
  }
}
