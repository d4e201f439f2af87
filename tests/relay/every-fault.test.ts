import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { listFailures, tryFaults } from '../../scripts/bench/faults.ts'

const works = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0

if (!works) console.warn('strace is missing or may not trace here: no call is failed in this run.')

// `npm run bench faults` fails every call, these are some of them.
test.skipIf(!works)('a call to the disk that fails once breaks no promise and needs nobody', async () => {
  const { calls, faults, outcomes } = await tryFaults({ sample: 6, seed: 16 })
  expect(calls).toBeGreaterThan(500)
  expect(faults).toBeGreaterThan(calls)
  expect(outcomes.filter(({ hit }) => hit)).not.toEqual([])
  expect(listFailures(outcomes)).toEqual([])
})
