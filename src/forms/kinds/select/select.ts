import { singleOptionRules } from '../define-options.ts'
import { defineFieldType } from '../field-type.ts'
import { schema } from './schema.ts'

export const select = defineFieldType(schema, { ...singleOptionRules, view: () => import('./field.tsx') })
