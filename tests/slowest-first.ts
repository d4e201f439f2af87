import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest test files, which run first. If they ran last, one core would be busy while the others were idle. */
const LONG = /\/(?:every-page|open-states)\.test\.ts$/

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [true, false].flatMap((long) => sorted.filter(({ moduleId }) => LONG.test(moduleId) === long))
  }
}
