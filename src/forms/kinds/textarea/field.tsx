import { textAnswer } from '../../answers.ts'
import { ControlFrame, described, type FieldView, single } from '../field-view.tsx'
import type { TextareaField } from './textarea.ts'

export default {
  answer: textAnswer,
  Control: (props) => {
    const { field, id } = props
    return (
      <ControlFrame {...props}>
        <textarea
          className="ctl"
          id={id}
          name={field.name}
          rows={field.rows}
          required={field.required}
          maxLength={field.maxLength}
          defaultValue={single(props.value)}
          {...described(props)}
        />
      </ControlFrame>
    )
  },
} satisfies FieldView<TextareaField, string>
