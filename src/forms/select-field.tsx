import { ControlFrame } from './control-frame.tsx'
import { described, type FieldOf, type FieldProps, single } from './field-props.ts'

/** One of a list. The placeholder is an empty answer, so that `required` refuses it and an optional choice can be undone. */
export function SelectField(props: FieldProps<FieldOf<'select'>>) {
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
}
