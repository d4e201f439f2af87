import { findNumber } from '../../../schema/figure.ts'
import { type AnswerCodec, textCodec } from '../answer.ts'
import type { SliderField } from './schema.ts'

/** Parses a slider's value, which is never empty. Serializes it as a list if the contract requires that. */
export const amountCodec: AnswerCodec<SliderField, number> = {
  parse(raw) {
    const value = Array.isArray(raw) && raw.length === 1 ? raw[0] : raw
    const text = typeof value === 'number' ? String(value) : (textCodec.parse(value) ?? '')
    const number = /^[-+.\de]+$/i.test(text) ? Number(text) : Number.NaN
    return Number.isFinite(number) ? number : undefined
  },
  initial: (field) => field.default,
  toWire: (value, { wire }) => (wire === 'list' ? [value] : value),
}

/** Parses a number, or empty text without an answer. */
export const numberCodec: AnswerCodec<unknown, number | ''> = {
  parse: (raw) => (textCodec.parse(raw) === '' ? '' : amountCodec.parse(raw)),
}

/**
 * Formats an amount: `$950`, `$50K`, `$1.5M`; like `pattern`, such as `1.000.000 $`, if there is one. The largest amount
 * is the field's `maxLabel`, such as `$1M+`.
 * The `compact` format has at most one decimal. The `fixed` format has no decimals below a million, and one above.
 */
export function formatAmount(
  value: number,
  field: Pick<SliderField, 'max' | 'maxLabel' | 'display' | 'currency'> & { pattern?: string },
): string {
  if (value >= field.max) return field.maxLabel
  const { currency = '$', pattern } = field
  if (pattern) return findNumber(pattern).replace(value)
  const amount = Math.round(value)
  if (amount < 1000) return `${currency}${amount}`
  const fixed = field.display === 'fixed'
  const thousands = round(amount / 1000, fixed ? 0 : 1)
  if (thousands < 1000) return `${currency}${thousands}K`
  const millions = round(amount / 1_000_000, 1)
  return `${currency}${fixed ? millions.toFixed(1) : millions}M`
}

/** Rounds a value. Rounding before the unit is chosen prevents 999,999 from becoming `$1000K`. */
function round(value: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor
}
