import { singleOptionRules } from '../define-options.ts'
import { defineKind } from '../kind.ts'
import { schema } from './schema.ts'

export const select = defineKind(schema, { ...singleOptionRules, view: () => import('./field.tsx') })
