import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { FailedTests } from './tests/failed-tests.ts'
import { removeSettings } from './tests/project-settings.ts'
import { SkippedTests } from './tests/skipped-tests.ts'
import { LongFirst } from './tests/slowest-first.ts'

// The workers inherit this environment.
removeSettings(process.env)

/** The default of one second is too short for a busy machine. */
const expectations = { poll: { timeout: 60_000 } }

/** Milliseconds. Longer than any test takes on a busy machine: only a hang reaches them. */
const limits = { testTimeout: 900_000, hookTimeout: 900_000 }

/** Disables colored output, even in CI. */
const env = { NO_COLOR: '1' }

/** More than cores, because tests spend time waiting: for disks, clocks and browsers. */
const maxWorkers = 2 * availableParallelism()

/** Test files of a worker share its process and modules, whose only state is the browser that they share. */
const isolate = false

/** Shows longer values in the messages of failed tests. The list of failures at the end of a log contains nothing else. */
const chaiConfig = { truncateThreshold: 400 }

/** Tests of the site share one build and one preview of the shipped content. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    reporters: [
      'default',
      ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []),
      new SkippedTests(),
      new FailedTests(),
    ],
    projects: [
      {
        test: {
          name: 'unit',
          isolate,
          maxWorkers,
          env,
          include: ['tests/unit/**/*.test.ts', 'tests/conventions/**/*.test.ts'],
          ...limits,
          chaiConfig,
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
          chaiConfig,
        },
      },
      {
        test: {
          name: 'studio',
          isolate,
          maxWorkers,
          env,
          expect: expectations,
          include: ['tests/studio/**/*.test.ts'],
          ...limits,
          chaiConfig,
        },
      },
      {
        test: {
          name: 'site',
          isolate,
          env,
          expect: expectations,
          // Runs after the others: browsers and builds need all cores.
          sequence: { groupOrder: 1 },
          include: ['behavior', 'cli', 'deploy', 'extending', 'packages'].map(
            (folder) => `tests/${folder}/**/*.test.ts`,
          ),
          globalSetup: 'tests/build-and-serve.ts',
          maxWorkers,
          ...limits,
          chaiConfig,
        },
      },
    ],
  },
})
