import { expect, it } from 'vitest'
import { forEachLimited } from '../../cli/pool.ts'
import { forEachConcurrently } from '../../relay/concurrency.ts'

const items = Array.from({ length: 50 }, (_, index) => index)

it.each([
  ['forEachLimited', (task: (item: number) => Promise<void>) => forEachLimited(items, 8, task)],
  ['forEachConcurrently', (task: (item: number) => Promise<void>) => forEachConcurrently(items, task)],
] as const)(
  '%s starts no tasks after the first failure, and rejects once all running tasks have ended',
  async (_, run) => {
    const started: number[] = []
    const ended: number[] = []
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const all = run(async (item) => {
      started.push(item)
      if (item === 2) throw new Error('page 3 fails')
      await released
      ended.push(item)
      if (item === 3) throw new Error('a later failure')
    })
    let settled = false
    const failed = expect(all.finally(() => (settled = true))).rejects.toThrow('page 3 fails')
    // Waits until all pending promise callbacks have run.
    await new Promise(setImmediate)
    expect(settled).toBe(false)
    release()
    await failed
    expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(ended).toEqual([0, 1, 3, 4, 5, 6, 7])
  },
)
