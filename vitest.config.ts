import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './tests/long-first.ts'
import { SkippedTests } from './tests/skipped-tests.ts'

/** What a test waits for may take long on a busy machine; one second, the default, was too short. */
const expectations = { poll: { timeout: 60_000 } }

/** In milliseconds. Longer than any test takes on a busy machine, so that only a hang reaches them. */
const limits = { testTimeout: 900_000, hookTimeout: 900_000 }

/** What the tool says comes without colours, also where CI would turn them on. */
const env = { NO_COLOR: '1' }

/** More than cores, because tests wait: those of the relay for disks and clocks, those of the site for the browser. */
const maxWorkers = 2 * availableParallelism()

/** Modules have no state of their own: the files that a worker runs one after another share them, and its process. */
const isolate = false

/** Unit tests need nothing; the others share one build and one preview of the shipped content. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    reporters: ['default', ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []), new SkippedTests()],
    projects: [
      {
        test: {
          name: 'unit',
          isolate,
          maxWorkers,
          env,
          include: ['tests/unit/**/*.test.ts', 'tests/house/**/*.test.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'relay',
          isolate,
          maxWorkers,
          env,
          expect: expectations,
          include: ['tests/relay/**/*.test.ts', 'tests/contracts/**/*.test.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'site',
          isolate,
          env,
          expect: expectations,
          // After the others: browsers and builds want both cores.
          sequence: { groupOrder: 1 },
          include: ['adding', 'behaviour', 'cli', 'deploy'].map((folder) => `tests/${folder}/**/*.test.ts`),
          globalSetup: 'tests/build-and-serve.ts',
          maxWorkers,
          ...limits,
        },
      },
    ],
  },
})
