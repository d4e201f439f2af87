import { expect, test } from 'vitest'
import { settleWithin } from '../../relay/concurrency.ts'

const never = new Promise<void>(() => {})

test('what is under way is waited for, whether it ends well or not', async () => {
  const works = new Set([Promise.resolve(), Promise.reject(new Error('refused'))])
  expect(await settleWithin(works, 60_000)).toBe(0)
  expect(await settleWithin(new Set(), 60_000)).toBe(0)
})

test('what never ends is given up after the deadline and counted', async () => {
  expect(await settleWithin(new Set([Promise.resolve(), never]), 20)).toBe(1)
})
