import { textCodec } from '../answer.ts'
import { createFieldSchema, fieldNameSchema, line } from '../field-schema.ts'
import { defineFieldType } from '../field-type.ts'

const common = createFieldSchema('hidden', 'A value that visitors do not see', {
  value: line.optional().describe('Value to send if the URL does not contain the parameter'),
  parameter: fieldNameSchema.optional().describe('Name of the URL parameter whose value to send'),
})
/** Visitors cannot correct the value, so nothing is required or too long. `messages` stays: the build adds it. */
const schema = common.omit({ hint: true, required: true, prefill: true }) as unknown as typeof common

export const hidden = defineFieldType(schema, {
  answer: { parse: (raw) => textCodec.parse(raw)?.replace(/\s+/g, ' ').slice(0, 500) },
  limits: ({ value, parameter }) => [parameter && `parameter ${parameter}`, value].filter(Boolean).join(', otherwise '),
  listProblems({ value, parameter }) {
    if (value || parameter) return []
    const help = 'Add value, parameter or both, or remove the field.'
    const message = 'this field sends nothing, because it has no value and no parameter'
    return [{ rule: 'form/lost', path: ['name'], message, help }]
  },
  view: () => import('./field.tsx'),
})
