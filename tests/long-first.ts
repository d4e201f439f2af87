import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take as long as ten others: one that begins last keeps one core busy and the others waiting. */
const LONG = /\/(?:every-page|open-states)\.test\.ts$/

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [true, false].flatMap((long) => sorted.filter(({ moduleId }) => LONG.test(moduleId) === long))
  }
}
