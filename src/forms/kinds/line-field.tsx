import type { InputHTMLAttributes } from 'react'
import { type AnswerCodec, textCodec } from './answer.ts'
import type { FieldBase } from './field-schema.ts'
import { ControlFrame, type FieldProps, type FieldView, getControlProps } from './field-view.tsx'

/**
 * Creates a control for one line of text.
 * @param attributesOf returns the attributes of the input, including `type`; may be a hook
 */
export function createLineField<F extends FieldBase>(
  attributesOf: (field: F) => InputHTMLAttributes<HTMLInputElement>,
  answer: AnswerCodec<F, string> = textCodec,
): FieldView<F, string> {
  const Control = (props: FieldProps<F>) => (
    <ControlFrame {...props}>
      <input {...getControlProps(props, attributesOf(props.field))} />
    </ControlFrame>
  )
  return { half: true, answer, Control }
}
