import { textCodec } from '../answer.ts'
import type { OptionsField } from '../define-options.ts'
import { ControlFrame, type FieldView, getControlProps, getFirstValue } from '../field-view.tsx'

/** A select control. Its placeholder is empty, so that `required` rejects it and optional choices can be cleared. */
export default {
  half: true,
  answer: textCodec,
  Control: (props) => (
    <ControlFrame {...props}>
      <select {...getControlProps(props, { defaultValue: getFirstValue(props.value) ?? '' })}>
        <option value="">{props.field.placeholder}</option>
        {props.field.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </ControlFrame>
  ),
} satisfies FieldView<OptionsField & { placeholder: string }, string>
