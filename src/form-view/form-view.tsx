import type { ReactNode } from 'react'
import type { Contract } from '../forms/contract.ts'
import { ErrorSummary } from './error-summary.tsx'
import type { FormLabels, FormValues } from './field-props.ts'
import { GroupView } from './group-view.tsx'
import { HiddenValues } from './hidden-values.tsx'

export interface FormViewProps {
  contract: Contract
  /** Values the page gives, such as the job title, by name on the wire. */
  given?: Record<string, string> | undefined
  /** Where it is posted to; see `formAction`. */
  action: string
  labels: FormLabels
  /** Keeps ids apart where two forms share a page. */
  idPrefix?: string | undefined
  /** What was typed before, and what is wrong with it: the answer to a post without scripting. */
  values?: FormValues | undefined
  problems?: Record<string, string> | undefined
  /** Beside the button, such as a way to cancel. */
  children?: ReactNode
}

/**
 * A form contract on screen. It posts natively and every rule the browser knows is an attribute, so it is
 * complete without scripting. Inputs stay uncontrolled: what is typed before hydration must survive it.
 */
export function FormView(props: FormViewProps) {
  const { contract, given = {}, action, labels, values = {}, problems = {}, children } = props
  const idPrefix = props.idPrefix ?? `${contract.formType}-`
  const { groups, submit } = contract
  const files = groups.some((group) => group.fields.some((field) => field.kind === 'file'))
  // A form that only logs must not send anything without scripting either; `dialog` does nothing.
  const post =
    contract.delivery === 'console'
      ? { method: 'dialog' }
      : { method: 'post', action, encType: files ? 'multipart/form-data' : undefined }
  return (
    <form className="plan" data-form={contract.formType} aria-label={contract.title} {...post}>
      <HiddenValues contract={contract} given={given} />
      <ErrorSummary problems={problems} idPrefix={idPrefix} heading={labels.problems} />
      {groups.map((group, index) => (
        <GroupView
          key={group.fields[0]?.name}
          group={group}
          number={groups.length > 1 ? index + 1 : undefined}
          idPrefix={idPrefix}
          labels={labels}
          values={values}
          problems={problems}
        />
      ))}
      <div className="send">
        <div className="acts">
          <button className="btn btn-tag arrow" type="submit">
            {submit.label}
          </button>
          {children}
        </div>
        {submit.note && <p className="meta">{submit.note}</p>}
        <div className="told" role="status" />
      </div>
    </form>
  )
}
