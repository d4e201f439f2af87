import type { AnswerCodec } from '../answer.ts'
import type { FieldBase } from '../field-schema.ts'

export const choicesCodec: AnswerCodec<FieldBase, string[]> = {
  many: true,
  parse(raw) {
    const list: unknown[] = [raw].flat()
    return list.every((item) => typeof item === 'string') ? list : undefined
  },
  initial: () => [],
}
