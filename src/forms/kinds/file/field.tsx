import { useEffect, useRef, useState } from 'react'
import { ControlFrame, type FieldProps, type FieldView, getControlProps } from '../field-view.tsx'
import type { FileField } from './schema.ts'

/** A file control. It cannot show a previously chosen file, because browsers do not let scripts set one. */
export default { Control: FileControl } satisfies FieldView<FileField, never>

/** Shows a button that removes the chosen file, because browsers have none. */
function FileControl(props: FieldProps<FileField>) {
  const { field, labels } = props
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState(false)
  useEffect(() => {
    const { current } = input
    const update = () => setChosen(Boolean(current?.files?.length))
    // The visitor may have chosen a file before hydration.
    update()
    // The form is reset after this event.
    const onReset = () => setChosen(false)
    current?.form?.addEventListener('reset', onReset)
    current?.addEventListener('change', update)
    return () => {
      current?.form?.removeEventListener('reset', onReset)
      current?.removeEventListener('change', update)
    }
  }, [])
  const remove = () => {
    const { current } = input
    if (!current) return
    current.value = ''
    current.focus()
    current.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const accept = field.extensions.map((extension) => `.${extension}`).join(',')
  return (
    <ControlFrame {...props}>
      <input {...getControlProps(props, { className: 'control control-file', type: 'file', accept })} ref={input} />
      {chosen && (
        <button className="btn btn-line" type="button" onClick={remove}>
          {labels.removeFile} <span className="visually-hidden">{field.label}</span>
        </button>
      )}
    </ControlFrame>
  )
}
