import { describe, expect, test } from 'vitest'
import { createDueQueue } from '../../relay/spool/due-queue.ts'
import { createKeyIndex } from '../../relay/spool/spool-state.ts'
import { createRandom } from '../random.ts'
import { envelopeOf } from './spool-fixture.ts'

const name = (index: number) => String(index).padStart(6, '0')

describe('createDueQueue', () => {
  test('adding and removing 80,000 deliveries takes at most 40 comparisons each', () => {
    const queue = createDueQueue()
    const random = createRandom(1)
    const times = Array.from({ length: 80_000 }, () => Math.floor(random() * 1e6))
    let reads = 0
    for (const [index, time] of times.entries())
      queue.add({
        id: name(index),
        target: 'mail',
        get at() {
          reads++
          return time
        },
      })
    for (const index of times.keys()) queue.remove(name((index * 7919) % times.length))
    expect(queue.all()).toEqual([])
    // Each comparison reads two times.
    expect(reads / 2 / times.length).toBeLessThan(2 * 40)
  })

  test('take returns due deliveries in order of their times, then as they were added, after random changes', () => {
    const queue = createDueQueue()
    const random = createRandom(2)
    const times = new Map<string, number>()
    for (let step = 0; step < 5000; step++) {
      const id = name(Math.floor(random() * 300))
      const at = Math.floor(random() * 100)
      // A deleted key that is set again becomes the last one.
      times.delete(id)
      if (random() < 0.3) queue.remove(id)
      else {
        queue.add({ id, target: 'mail', at })
        times.set(id, at)
      }
    }
    const due = [...times].filter(([, at]) => at <= 60).sort(([, one], [, other]) => one - other)
    expect(queue.take(60, new Map([['mail', 10]])).map(({ id, at }) => [id, at])).toEqual(due.slice(0, 10))
    expect(queue.take(60, new Map([['mail', 1e6]])).map(({ id, at }) => [id, at])).toEqual(due.slice(10))
    expect(queue.nextAt(['mail'])).toBe(Math.min(...[...times.values()].filter((at) => at > 60)))
    expect(queue.take(60, new Map([['mail', 1e6]]))).toEqual([])
  })

  test('take takes an entry that must be read again once, and the delivery to each target separately', () => {
    const queue = createDueQueue()
    for (const at of [3, 5]) queue.add({ id: 'a', target: undefined, at })
    for (const target of ['mail', 'hook']) queue.add({ id: 'a', target, at: 4 })
    expect(queue.nextAt([])).toBe(3)
    queue.remove('a', 'hook')
    expect(queue.take(9, new Map([['hook', 1]]))).toEqual([{ id: 'a', target: undefined, at: 3 }])
    expect(queue.take(9, new Map([['mail', 1]]))).toEqual([{ id: 'a', target: 'mail', at: 4 }])
  })
})

describe('createKeyIndex', () => {
  const submission = (id: string, key: string, now: number) =>
    envelopeOf({ id }, now, { idempotency: { key, payload: 'p' } })

  test('removing an earlier submission keeps a key that a later submission has taken over', () => {
    const keys = createKeyIndex()
    keys.add(submission('a', 'k', 0))
    keys.add(submission('b', 'k', 5))
    keys.remove('a')
    expect(keys.find('k', 5)?.id).toBe('b')
    keys.remove('b')
    expect(keys.find('k', 5)).toBeUndefined()
  })
})
