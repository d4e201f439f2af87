import type { OptionsField } from './define-options.ts'
import { described, FieldLabel, FieldNotes, type FieldProps } from './field-view.tsx'

/**
 * Choices as shelf tags: one of them (radio) or any of them (checkbox).
 * A group has no native "at least one", so only radios carry `required`. The first choice bears the field's id,
 * so that a link to the field leads to something that takes focus.
 */
export function optionsControl(type: 'radio' | 'checkbox') {
  return function Options(props: FieldProps<OptionsField>) {
    const { field, id, value = [] } = props
    const chosen = [value].flat()
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
                type={type}
                name={field.name}
                value={option.value}
                required={type === 'radio' && field.required}
                defaultChecked={chosen.includes(option.value)}
              />
              <span>{option.label}</span>
            </label>
          ))}
        </div>
      </fieldset>
    )
  }
}
