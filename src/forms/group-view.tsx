import type { Contract } from './contract.ts'
import type { FormLabels, FormValues } from './field-props.ts'
import { FieldView } from './field-view.tsx'
import { layFields } from './lay-fields.ts'

export interface GroupViewProps {
  group: Contract['groups'][number]
  /** Place among the groups; without it the group is the only one and bears no number. */
  number?: number | undefined
  idPrefix: string
  labels: FormLabels
  values: FormValues
  problems: Record<string, string>
}

/** A step of a form: a numbered fieldset, or plain fields where there is nothing to tell apart. */
export function GroupView({ group, number, idPrefix, labels, values, problems }: GroupViewProps) {
  const fields = layFields(group.fields).map(({ field, half }) => (
    <FieldView
      key={field.name}
      field={field}
      half={half}
      id={idPrefix + field.name}
      labels={labels}
      value={values[field.name]}
      problem={problems[field.name]}
    />
  ))
  if (!group.title) return <div className="fset">{fields}</div>
  return (
    <fieldset className="fset">
      <legend>
        {number && <span className="num">{number}</span>}
        {group.title}
      </legend>
      {fields}
    </fieldset>
  )
}
