import { ControlFrame, type FieldView, getControlProps } from '../field-view.tsx'
import type { FileField } from './schema.ts'

/** A file control. It cannot show a previously chosen file, because browsers do not let scripts set one. */
export default {
  Control(props) {
    const accept = props.field.extensions.map((extension) => `.${extension}`).join(',')
    return (
      <ControlFrame {...props}>
        <input {...getControlProps(props, { className: 'control file', type: 'file', accept })} />
      </ControlFrame>
    )
  },
} satisfies FieldView<FileField, never>
