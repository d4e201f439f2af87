import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { record } from '../../scripts/bench/crash/recording.ts'
import { checkCrashes } from '../../scripts/bench/crashes.ts'
import { makeMemoryFolder } from '../../scripts/bench/disk.ts'

const works = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0

if (!works) console.warn('strace is missing or may not trace here: no power cut is played in this run.')

// `npm run bench crashes` cuts after every call, of a longer life.
test.skipIf(!works)('a power cut loses nothing that was acknowledged, but would without the syncs', async () => {
  const folder = makeMemoryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const recording = await record(folder, 'short')
  const options = { folder, draws: 1, seed: 16 }
  expect(await checkCrashes(recording, { ...options, points: 16 })).toMatchObject({ lost: [], half: [], parked: [] })
  for (const without of [/^file/, /^folder/])
    expect((await checkCrashes(recording, { ...options, points: 6, without })).lost).not.toEqual([])
})
