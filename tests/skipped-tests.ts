import type { Reporter, TestModule, Vitest } from 'vitest/node'
import type { Need } from './needs.ts'

/** Requirements that CI may lack, each with the reason. A test skipped for another reason fails the run in CI. */
const ACCEPTED_IN_CI: Partial<Record<Need, string>> = {
  containers: 'they need root, and a kernel that lets a sandbox mount file systems',
  root: "GitHub's runners run the tests as an ordinary user",
}

/** Counts skipped tests by missing requirement, and fails a CI run if a requirement is not listed above. */
export class SkippedTests implements Reporter {
  private filtered = false

  onInit({ config }: Vitest): void {
    this.filtered = config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const { counts, rejected } = sortSkipped(modules, this.filtered)
    for (const [reason, count] of Object.entries(counts)) process.stderr.write(`Skipped: ${count}, ${reason}\n`)
    if (!process.env.CI || rejected.length === 0) return
    process.stderr.write(`\nCI must not skip these tests (see tests/skipped-tests.ts):\n  ${rejected.join('\n  ')}\n`)
    process.exitCode = 1
  }
}

/** @param filtered whether to ignore tests that do not match the `vitest -t` pattern */
export function sortSkipped(modules: readonly TestModule[], filtered: boolean) {
  const counts: Record<string, number> = {}
  const rejected: string[] = []
  for (const module of modules)
    for (const test of module.children.allTests('skipped')) {
      const { missing } = test.meta()
      if (!missing && filtered) continue
      const reason = missing ? `needs ${missing}` : 'without a reason: use needs() from tests/needs.ts'
      counts[reason] = (counts[reason] ?? 0) + 1
      if (!missing || !ACCEPTED_IN_CI[missing])
        rejected.push(`${module.relativeModuleId} > ${test.fullName}: ${reason}`)
    }
  return { counts, rejected }
}
