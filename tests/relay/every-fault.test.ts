import { expect, test } from 'vitest'
import { listFailures, tryFaults } from '../chaos/faults/faults.ts'
import { needs } from '../needs.ts'

// `npm run chaos faults` makes every call fail in turn; this test covers only a sample of the calls.
test('the relay keeps its guarantees if any single disk operation fails', needs('strace'), async () => {
  const { calls, faults, outcomes } = await tryFaults({ sample: 6, seed: 16 })
  expect(calls).toBeGreaterThan(500)
  expect(faults).toBeGreaterThan(calls)
  expect(outcomes.filter(({ hit }) => hit)).not.toEqual([])
  expect(listFailures(outcomes)).toEqual([])
})
