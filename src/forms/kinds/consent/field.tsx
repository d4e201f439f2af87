import { FieldNotes, type FieldView, getAriaAttributes } from '../field-view.tsx'
import type { ShownConsentField } from './schema.ts'
import { versionCodec } from './version-codec.ts'

/** A checkbox whose value is the version of the text. After an error, only consent to this version is kept. */
export default {
  answer: versionCodec,
  Control(props) {
    const { field, id, value, labels } = props
    return (
      <>
        <FieldNotes {...props} />
        <label className="consent">
          <input
            id={id}
            type="checkbox"
            name={field.name}
            value={field.version}
            required={field.required && !field.when}
            defaultChecked={[value].flat().includes(field.version)}
            {...getAriaAttributes(props)}
          />
          <span>
            <span dangerouslySetInnerHTML={{ __html: field.text }} />
            {!field.required && <small className="opt">{` ${labels.optional}`}</small>}
          </span>
        </label>
      </>
    )
  },
} satisfies FieldView<ShownConsentField, string>
