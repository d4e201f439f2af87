import type { Explanation } from './explanation.ts'
import { fields } from './fields.ts'
import { files } from './files.ts'
import { shown } from './shown.ts'
import { whole } from './whole.ts'
import { yaml } from './yaml.ts'

/** Every rule of `site check` by its id. */
export const explanations: Readonly<Record<string, Explanation>> = { ...files, ...yaml, ...fields, ...whole, ...shown }
