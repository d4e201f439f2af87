import { FieldLabel } from './field-label.tsx'
import { FieldNotes } from './field-notes.tsx'
import { described, type FieldOf, type FieldProps } from './field-props.ts'

/**
 * Choices as shelf tags: one of them (radio) or any of them (checkboxes).
 * A group has no native "at least one", so only radios carry `required`. The first choice bears the field's id,
 * so that a link to the field leads to something that takes focus.
 */
export function OptionsField(props: FieldProps<FieldOf<'radio'> | FieldOf<'checkboxes'>>) {
  const { field, id, value } = props
  const one = field.kind === 'radio'
  const chosen = value === undefined ? [] : [value].flat()
  return (
    <fieldset aria-describedby={described(props)['aria-describedby']}>
      <legend className="lab">
        <FieldLabel {...props} />
      </legend>
      <FieldNotes {...props} />
      <div className="opts">
        {field.options.map((option, place) => (
          <label key={option.value}>
            <input
              id={place === 0 ? id : undefined}
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
    </fieldset>
  )
}
