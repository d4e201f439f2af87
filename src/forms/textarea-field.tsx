import { ControlFrame } from './control-frame.tsx'
import { described, type FieldOf, type FieldProps, single } from './field-props.ts'

/** Several lines of text. */
export function TextareaField(props: FieldProps<FieldOf<'textarea'>>) {
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
}
