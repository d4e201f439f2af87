import type { ReactNode } from 'react'
import type { FieldProps } from './field-props.ts'
import { FileField } from './file-field.tsx'
import { LineField } from './line-field.tsx'
import { OptionsField } from './options-field.tsx'
import { SelectField } from './select-field.tsx'
import { SliderField } from './slider-field.tsx'
import { TextareaField } from './textarea-field.tsx'

/** A field of a contract on screen, at half or full width of its form. */
export function FieldView({ half, ...props }: FieldProps & { half: boolean }) {
  return <div className={half ? 'field half' : 'field'}>{renderField(props)}</div>
}

/** A kind without a case does not compile. */
function renderField({ field, ...rest }: FieldProps): ReactNode {
  switch (field.kind) {
    case 'text':
    case 'email':
    case 'tel':
    case 'url':
      return <LineField field={field} {...rest} />
    case 'textarea':
      return <TextareaField field={field} {...rest} />
    case 'select':
      return <SelectField field={field} {...rest} />
    case 'radio':
    case 'checkboxes':
      return <OptionsField field={field} {...rest} />
    case 'slider':
      return <SliderField field={field} {...rest} />
    case 'file':
      return <FileField field={field} {...rest} />
    default:
      return field satisfies never
  }
}
