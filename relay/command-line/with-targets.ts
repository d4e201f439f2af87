import { type Clock, systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { type FormBook, loadForms } from '../forms.ts'
import { createTargets } from '../targets/create-targets.ts'
import type { Target } from '../targets/target.ts'

/** Sets up the targets for one command and closes them after it. */
export async function withTargets<T>(
  config: Config,
  run: (targets: Target[], forms: FormBook, clock: Clock) => Promise<T>,
): Promise<T> {
  const forms = loadForms(config.forms)
  const targets = createTargets(config.targets, { forms, clock: systemClock })
  try {
    return await run(targets, forms, systemClock)
  } finally {
    await Promise.all(targets.map((target) => target.close()))
  }
}
