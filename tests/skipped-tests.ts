import type { Reporter, TestModule, Vitest } from 'vitest/node'
import type { Need } from './needs.ts'

/** What tests may lack in CI, with the reason. Every other skipped test fails the run there. */
const ACCEPTED_IN_CI: Partial<Record<Need, string>> = {
  root: "GitHub's runners run the tests as an ordinary user",
}

/** Lists the skipped tests by what they lack, and fails the run in CI if the list above does not accept them. */
export class SkippedTests implements Reporter {
  private filtered = false

  onInit({ config }: Vitest): void {
    this.filtered = config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const { counts, refused } = sortSkipped(modules, this.filtered)
    for (const [reason, count] of Object.entries(counts)) process.stderr.write(`Skipped: ${count}, ${reason}\n`)
    if (!process.env.CI || refused.length === 0) return
    process.stderr.write(`\nCI may not skip these tests (see tests/skipped-tests.ts):\n  ${refused.join('\n  ')}\n`)
    process.exitCode = 1
  }
}

/** @param filtered passes over tests that do not match the pattern of `vitest -t` */
export function sortSkipped(modules: readonly TestModule[], filtered: boolean) {
  const counts: Record<string, number> = {}
  const refused: string[] = []
  for (const module of modules)
    for (const test of module.children.allTests('skipped')) {
      const { missing } = test.meta()
      if (!missing && filtered) continue
      const reason = missing ? `needs ${missing}` : 'without a reason: use needs() of tests/needs.ts'
      counts[reason] = (counts[reason] ?? 0) + 1
      if (!missing || !ACCEPTED_IN_CI[missing]) refused.push(`${module.relativeModuleId} > ${test.fullName}: ${reason}`)
    }
  return { counts, refused }
}
