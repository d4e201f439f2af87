import type { Reporter, TestModule } from 'vitest/node'

/** Lists the failed tests after the summary, so that the end of a long log names them all. */
export class FailedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      const tests = [...module.children.allTests('failed')].map((test) => ({
        name: test.fullName,
        errors: test.result().errors ?? [],
      }))
      for (const { name, errors } of [{ name: '', errors: module.errors() }, ...tests]) {
        const [reason = ''] = errors[0]?.message.split('\n') ?? []
        if (name || reason) process.stderr.write(`Failed: ${module.relativeModuleId} > ${name}: ${reason}\n`)
      }
    }
  }
}
