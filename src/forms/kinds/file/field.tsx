import { useEffect, useRef, useState } from 'react'
import { ControlFrame, type FieldProps, type FieldView, getControlProps } from '../field-view.tsx'
import type { FileField } from './schema.ts'

/** A file control. It cannot show a previously chosen file, because browsers do not let scripts set one. */
export default { Control: FileControl } satisfies FieldView<FileField, never>

/** Shows the names of several files, and a button that removes the chosen files, because browsers show neither. */
function FileControl(props: FieldProps<FileField>) {
  const { field, labels } = props
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<string[]>([])
  useEffect(() => {
    const { current } = input
    const update = () => setChosen([...(current?.files ?? [])].map(({ name }) => name))
    // The visitor may have chosen a file before hydration.
    update()
    // The form is reset after this event.
    const onReset = () => setChosen([])
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
  const accept = field.extensions.map((extension) => (extension === 'jpg' ? '.jpg,.jpeg' : `.${extension}`)).join(',')
  const multiple = (field.multiple ?? 1) > 1
  return (
    <ControlFrame {...props}>
      <input
        {...getControlProps(props, { className: 'control control-file', type: 'file', accept, multiple })}
        ref={input}
      />
      {multiple && (
        <p className="hint" role="status">
          {chosen.join(', ')}
        </p>
      )}
      {chosen.length > 0 && (
        <button className="btn btn-line" type="button" onClick={remove}>
          {labels.removeFile} <span className="visually-hidden">{field.label}</span>
        </button>
      )}
    </ControlFrame>
  )
}
