import { textCodec } from '../answer.ts'
import { ControlFrame, type FieldView, getControlProps } from '../field-view.tsx'
import type { TextareaField } from './schema.ts'

export default {
  answer: textCodec,
  Control: (props) => (
    <ControlFrame {...props}>
      <textarea {...getControlProps(props, { rows: props.field.rows })} />
    </ControlFrame>
  ),
} satisfies FieldView<TextareaField, string>
