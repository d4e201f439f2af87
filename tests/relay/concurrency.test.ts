import { expect, test } from 'vitest'
import { settleWithin, takeTurn } from '../../relay/concurrency.ts'

const never = new Promise<void>(() => {})

test('settleWithin waits until all promises have resolved or rejected', async () => {
  const works = new Set([Promise.resolve(), Promise.reject(new Error('refused'))])
  expect(await settleWithin(works, 60_000)).toBe(0)
  expect(await settleWithin(new Set(), 60_000)).toBe(0)
})

test('settleWithin returns the number of promises that are still pending at the deadline', async () => {
  expect(await settleWithin(new Set([Promise.resolve(), never]), 20)).toBe(1)
})

test('takeTurn gives each of many tasks its own iteration of the event loop', async () => {
  let iteration = 0
  let isWaiting = true
  const count = () => {
    iteration += 1
    if (isWaiting) setImmediate(count)
  }
  setImmediate(count)
  const work = async () => {
    await takeTurn()
    return iteration
  }
  const turns = await Promise.all(Array.from({ length: 50 }, work))
  isWaiting = false
  expect(new Set(turns).size).toBe(50)
})
