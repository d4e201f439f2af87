import type { FieldBase } from '../field-schema.ts'
import { createLineField } from '../line-field.tsx'
import { numberCodec } from '../slider/amount.ts'

type NumberField = FieldBase & { min?: number | undefined; max?: number | undefined; step: number }

export default {
  ...createLineField<NumberField>(({ min, max, step }) => {
    // The keyboards for digits of some phones have no minus sign.
    const digits = [min, step].every(Number.isInteger) ? 'numeric' : 'decimal'
    return { type: 'number', min, max, step, inputMode: (min ?? -1) < 0 ? undefined : digits }
  }),
  answer: numberCodec,
}
