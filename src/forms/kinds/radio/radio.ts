import { optionsSchema, singleOptionRules } from '../define-options.ts'
import { createFieldSchema } from '../field-schema.ts'
import { defineFieldType } from '../field-type.ts'

const schema = createFieldSchema('radio', 'One of several visible choices', { options: optionsSchema })

export const radio = defineFieldType(schema, { ...singleOptionRules, view: () => import('./field.tsx') })
