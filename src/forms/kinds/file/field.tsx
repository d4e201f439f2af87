import { ControlFrame, described, type FieldView } from '../field-view.tsx'
import type { FileField } from './file.ts'

/** A file to attach. What was chosen before cannot be given back: browsers do not allow it. */
export default {
  Control: (props) => {
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
  },
} satisfies FieldView<FileField, never>
