import type { Answer } from '../answer.ts'
import type { FieldBase } from '../field-schema.ts'

export const chosen: Answer<FieldBase, string[]> = {
  many: true,
  parse(raw) {
    const list: unknown[] = [raw].flat()
    return list.every((item) => typeof item === 'string') ? list : undefined
  },
  initial: () => [],
}
