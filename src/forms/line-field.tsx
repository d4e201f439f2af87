import { ControlFrame } from './control-frame.tsx'
import { described, type FieldProps, type LineField as Line, single } from './field-props.ts'
import { WEBSITE } from './website.ts'

/** A url field to keyboards, but none to the browser's check, which asks for the scheme that people leave out. */
const website = {
  type: 'text',
  inputMode: 'url',
  autoCapitalize: 'none',
  spellCheck: false,
  pattern: WEBSITE,
} as const

/** One line of text: text, email, tel or url. */
export function LineField(props: FieldProps<Line>) {
  const { field, id } = props
  return (
    <ControlFrame {...props}>
      <input
        className="ctl"
        id={id}
        name={field.name}
        {...(field.kind === 'url' ? { ...website, title: field.messages?.invalid } : { type: field.kind })}
        required={field.required}
        maxLength={field.maxLength}
        autoComplete={field.autocomplete}
        defaultValue={single(props.value)}
        {...described(props)}
      />
    </ControlFrame>
  )
}
