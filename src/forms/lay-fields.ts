import type { Field } from './contract.ts'

export interface LaidField {
  field: Field
  half: boolean
}

const short = new Set<Field['kind']>(['text', 'email', 'tel', 'url', 'select'])

/** Two short neighbours share a row when both or neither have a hint: their labels and controls then stand in line. */
export function layFields(fields: Field[]): LaidField[] {
  const laid: LaidField[] = []
  for (let index = 0; index < fields.length; index++) {
    const field = fields[index]
    const next = fields[index + 1]
    if (!field) continue
    if (next && pairs(field, next)) {
      laid.push({ field, half: true }, { field: next, half: true })
      index++
    } else laid.push({ field, half: false })
  }
  return laid
}

function pairs(field: Field, next: Field): boolean {
  return short.has(field.kind) && short.has(next.kind) && Boolean(field.hint) === Boolean(next.hint)
}
