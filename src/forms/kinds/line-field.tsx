import type { InputHTMLAttributes } from 'react'
import { type Answer, textAnswer } from '../answers.ts'
import { ControlFrame, described, type FieldProps, type FieldView, single } from './field-view.tsx'
import type { FieldBase } from './kind.ts'

type LineField = FieldBase & { maxLength?: number | undefined; autocomplete?: string | undefined }

/**
 * A control of one line.
 * @param attributesOf what makes it the control of its kind, its `type` first
 */
export function lineField<F extends LineField>(
  attributesOf: (field: F) => InputHTMLAttributes<HTMLInputElement>,
  answer: Answer<F, string> = textAnswer,
): FieldView<F, string> {
  const Control = (props: FieldProps<F>) => {
    const { field, id } = props
    return (
      <ControlFrame {...props}>
        <input
          className="ctl"
          id={id}
          name={field.name}
          {...attributesOf(field)}
          required={field.required}
          maxLength={field.maxLength}
          autoComplete={field.autocomplete}
          defaultValue={single(props.value)}
          {...described(props)}
        />
      </ControlFrame>
    )
  }
  return { half: true, answer, Control }
}
