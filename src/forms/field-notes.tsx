import type { FieldProps } from './field-props.ts'

/**
 * Hint and message of a field, both before the control. The message is always there, empty,
 * so that a check in the browser only has to fill it.
 */
export function FieldNotes({ field, id, problem }: Pick<FieldProps, 'field' | 'id' | 'problem'>) {
  return (
    <>
      {field.hint && (
        <p className="hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
      <p className="err" id={`${id}-error`}>
        {problem}
      </p>
    </>
  )
}
