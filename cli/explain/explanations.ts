import type { Explanation } from './explanation.ts'
import { fields } from './fields.ts'
import { files } from './files.ts'
import { rendered } from './rendered.ts'
import { shown } from './shown.ts'
import { whole } from './whole.ts'
import { yaml } from './yaml.ts'

/** Every rule of `site check`, and of what `site build` and `site audit` see in pages, by its id. */
export const explanations: Readonly<Record<string, Explanation>> = {
  ...files,
  ...yaml,
  ...fields,
  ...whole,
  ...shown,
  ...rendered,
}
