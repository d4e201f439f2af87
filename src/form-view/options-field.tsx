import { FieldLabel } from './field-label.tsx'
import { FieldNotes } from './field-notes.tsx'
import { described, type FieldOf, type FieldProps } from './field-props.ts'

/**
 * Choices as shelf tags: one of them (radio) or any of them (checkboxes).
 * A group has no native "at least one", so only radios carry `required`.
 */
export function OptionsField(props: FieldProps<FieldOf<'radio'> | FieldOf<'checkboxes'>>) {
  const { field, id, value } = props
  const one = field.kind === 'radio'
  const chosen = value === undefined ? [] : [value].flat()
  return (
    <div id={id} role={one ? 'radiogroup' : 'group'} aria-labelledby={`${id}-label`} {...described(props)}>
      <p className="lab" id={`${id}-label`}>
        <FieldLabel {...props} />
      </p>
      <FieldNotes {...props} />
      <div className="opts">
        {field.options.map((option) => (
          <label key={option.value}>
            <input
              type={one ? 'radio' : 'checkbox'}
              name={field.name}
              value={option.value}
              required={one && field.required}
              defaultChecked={chosen.includes(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </div>
  )
}
