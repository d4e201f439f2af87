import type { OptionsField } from './define-options.ts'
import { FieldLabel, FieldNotes, type FieldProps, getAriaAttributes } from './field-view.tsx'

/**
 * Creates a control for one choice (radio) or several (checkbox). Only radios have `required`, because HTML has no "at
 * least one" rule for checkboxes. The first choice has the field's id, so that links to the field can focus it.
 */
export function createOptionsControl(type: 'radio' | 'checkbox') {
  return function Options(props: FieldProps<OptionsField>) {
    const { field, id, value = [] } = props
    const chosen = [value].flat()
    return (
      <fieldset aria-describedby={getAriaAttributes(props)['aria-describedby']}>
        <legend className="lab">
          <FieldLabel {...props} />
        </legend>
        <FieldNotes {...props} />
        <div className="opts">
          {field.options.map((option, index) => (
            <label key={option.value}>
              <input
                id={index === 0 ? id : undefined}
                type={type}
                name={field.name}
                value={option.value}
                required={type === 'radio' && field.required && !field.when}
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
