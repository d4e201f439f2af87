import { oneOption } from '../define-options.ts'
import { defineKind } from '../kind.ts'
import { schema } from './schema.ts'

export const select = defineKind(schema, { ...oneOption, view: () => import('./field.tsx') })
