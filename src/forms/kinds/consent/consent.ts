import { defineFieldType } from '../field-type.ts'
import { type ConsentField, type ShownConsentField, schema } from './schema.ts'
import { getConsentVersion } from './version.ts'
import { versionCodec } from './version-codec.ts'

export const consent = defineFieldType(schema, {
  answer: versionCodec,
  messages: { required: 'consentMissing', invalid: 'consentMissing' },
  example: (field: ConsentField & Partial<ShownConsentField>) => field.version ?? getConsentVersion(field),
  limits: () => 'the version of the text that the page showed, if checked',
  view: () => import('./field.tsx'),
})
