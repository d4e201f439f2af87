import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files as slow as ten others. Started last, they would keep one core busy while the others wait. */
const LONG = /\/(?:every-page|open-states)\.test\.ts$/

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [true, false].flatMap((long) => sorted.filter(({ moduleId }) => LONG.test(moduleId) === long))
  }
}
