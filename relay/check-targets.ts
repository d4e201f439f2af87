import type { Config } from './config.ts'
import { ConfigFault } from './configuration/environment.ts'
import type { FormBook } from './forms.ts'
import { targetsFor } from './targets/create-targets.ts'

/** A lead without a target would wait for ever. @throws ConfigFault naming each form and each unknown name */
export function checkTargets({ targets, warnings }: Pick<Config, 'targets' | 'warnings'>, { forms }: FormBook): void {
  const names = Object.keys(forms)
  const unknown = targets.flatMap((target) =>
    target.forms
      .filter((form) => !names.includes(form))
      .map(
        (form) =>
          `RELAY_TARGETS: "${target.name}" is for the form "${form}", which does not exist (there are ${names.join(', ')}).`,
      ),
  )
  const homeless = names
    .filter((form) => targetsFor(targets, form).length === 0)
    .map((form) => `RELAY_TARGETS: no target takes the form "${form}".`)
  if (unknown.length + homeless.length > 0) throw new ConfigFault([...unknown, ...homeless], warnings)
}
