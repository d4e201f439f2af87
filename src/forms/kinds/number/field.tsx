import type { FieldBase } from '../field-schema.ts'
import { createLineField } from '../line-field.tsx'
import { numberCodec } from '../slider/amount.ts'

type NumberField = FieldBase & { min?: number | undefined; max?: number | undefined; step: number }

/** A number control. The wheel does not change the number. Phones show a minus sign unless all numbers are positive. */
export default {
  ...createLineField<NumberField>(({ min, max, step }) => {
    const digits = [min, step].every(Number.isInteger) ? 'numeric' : 'decimal'
    const inputMode = (min ?? -1) < 0 ? undefined : digits
    return { type: 'number', min, max, step, inputMode, onWheel: ({ currentTarget }) => currentTarget.blur() }
  }),
  answer: numberCodec,
}
