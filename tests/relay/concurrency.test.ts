import { expect, test } from 'vitest'
import { settleWithin } from '../../relay/concurrency.ts'

const never = new Promise<void>(() => {})

test('settleWithin waits until all promises have resolved or rejected', async () => {
  const works = new Set([Promise.resolve(), Promise.reject(new Error('refused'))])
  expect(await settleWithin(works, 60_000)).toBe(0)
  expect(await settleWithin(new Set(), 60_000)).toBe(0)
})

test('settleWithin returns the number of promises that are still pending at the deadline', async () => {
  expect(await settleWithin(new Set([Promise.resolve(), never]), 20)).toBe(1)
})
