import { ControlFrame } from './control-frame.tsx'
import { described, type FieldProps, type LineField as Line, single } from './field-props.ts'

/** One line of text: text, email, tel or url. */
export function LineField(props: FieldProps<Line>) {
  const { field, id } = props
  return (
    <ControlFrame {...props}>
      <input
        className="ctl"
        id={id}
        name={field.name}
        type={field.kind}
        required={field.required}
        maxLength={field.maxLength}
        autoComplete={field.autocomplete}
        defaultValue={single(props.value)}
        {...described(props)}
      />
    </ControlFrame>
  )
}
