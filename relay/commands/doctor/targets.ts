import type { Target } from '../../targets/target.ts'
import type { Finding } from './finding.ts'

/** Can each target be reached, now and from here? */
export function checkTargets(targets: readonly Target[]): Promise<Finding[]> {
  return Promise.all(
    targets.map(async (target): Promise<Finding> => {
      const check = `target ${target.name}`
      try {
        return { check, level: 'ok', detail: await target.probe() }
      } catch (error) {
        return { check, level: 'fail', detail: (error as Error).message }
      }
    }),
  )
}
