import { textCodec } from '../answer.ts'
import type { FieldBase } from '../field-schema.ts'
import { ControlFrame, type FieldView, getControlProps } from '../field-view.tsx'

export default {
  answer: textCodec,
  Control: (props) => (
    <ControlFrame {...props}>
      <textarea {...getControlProps(props, { rows: props.field.rows })} />
    </ControlFrame>
  ),
} satisfies FieldView<FieldBase & { rows: number }, string>
