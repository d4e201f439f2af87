import type { InputHTMLAttributes } from 'react'
import { type Answer, textAnswer } from './answer.ts'
import type { FieldBase } from './field-schema.ts'
import { ControlFrame, controlProps, type FieldProps, type FieldView } from './field-view.tsx'

/**
 * Creates a control for one line of text.
 * @param attributesOf returns the attributes for the type of input, beginning with `type`
 */
export function lineField<F extends FieldBase>(
  attributesOf: (field: F) => InputHTMLAttributes<HTMLInputElement>,
  answer: Answer<F, string> = textAnswer,
): FieldView<F, string> {
  const Control = (props: FieldProps<F>) => (
    <ControlFrame {...props}>
      <input {...controlProps(props, attributesOf(props.field))} />
    </ControlFrame>
  )
  return { half: true, answer, Control }
}
