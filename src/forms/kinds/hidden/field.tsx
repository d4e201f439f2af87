import { textCodec } from '../answer.ts'
import type { FieldBase } from '../field-schema.ts'
import type { FieldView } from '../field-view.tsx'

export default {
  hidden: true,
  answer: textCodec,
  Control: ({ field, value = field.value }) => <input type="hidden" name={field.name} defaultValue={value} />,
} satisfies FieldView<FieldBase & { value?: string | undefined }, string>
