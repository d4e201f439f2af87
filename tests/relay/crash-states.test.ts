import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { checkCrashes } from '../chaos/crashes/crashes.ts'
import { record } from '../chaos/crashes/recording.ts'
import { makeMemoryFolder } from '../chaos/disk.ts'
import { needs } from '../needs.ts'

// `npm run chaos crashes` simulates a power cut after every system call in a longer run.
test('a power cut loses acknowledged submissions only if fsync calls are omitted', needs('strace'), async () => {
  const folder = makeMemoryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const recording = await record(folder, 'short')
  const options = { folder, draws: 1, seed: 16 }
  expect(await checkCrashes(recording, { ...options, points: 16 })).toMatchObject({ lost: [], half: [], parked: [] })
  for (const without of [/^file/, /^folder/])
    expect((await checkCrashes(recording, { ...options, points: 6, without })).lost).not.toEqual([])
})
