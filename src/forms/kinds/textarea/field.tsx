import { textAnswer } from '../answer.ts'
import { ControlFrame, controlProps, type FieldView } from '../field-view.tsx'
import type { TextareaField } from './schema.ts'

export default {
  answer: textAnswer,
  Control: (props) => (
    <ControlFrame {...props}>
      <textarea {...controlProps(props, { rows: props.field.rows })} />
    </ControlFrame>
  ),
} satisfies FieldView<TextareaField, string>
