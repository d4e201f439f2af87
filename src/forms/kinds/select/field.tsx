import { textAnswer } from '../../answers.ts'
import { ControlFrame, described, type FieldView, single } from '../field-view.tsx'
import type { SelectField } from './select.ts'

/** One of a list. The placeholder is an empty answer, so that `required` refuses it and an optional choice can be undone. */
export default {
  half: true,
  answer: textAnswer,
  Control: (props) => {
    const { field, id } = props
    return (
      <ControlFrame {...props}>
        <select
          className="ctl"
          id={id}
          name={field.name}
          required={field.required}
          defaultValue={single(props.value) ?? ''}
          {...described(props)}
        >
          <option value="">{field.placeholder}</option>
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </ControlFrame>
    )
  },
} satisfies FieldView<SelectField, string>
