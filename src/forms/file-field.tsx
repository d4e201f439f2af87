import { ControlFrame } from './control-frame.tsx'
import { described, type FieldOf, type FieldProps } from './field-props.ts'

/** A file to attach. What was chosen before cannot be given back: browsers do not allow it. */
export function FileField(props: FieldProps<FieldOf<'file'>>) {
  const { field, id } = props
  return (
    <ControlFrame {...props}>
      <input
        className="ctl file"
        id={id}
        name={field.name}
        type="file"
        accept={field.extensions.map((extension) => `.${extension}`).join(',')}
        required={field.required}
        {...described(props)}
      />
    </ControlFrame>
  )
}
