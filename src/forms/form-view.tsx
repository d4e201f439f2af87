import type { ComponentProps, ReactNode } from 'react'
import { RunningText } from '../ui/running-text.tsx'
import type { Contract } from './contract.ts'
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
  /** What is wrong with fields and was told already: marked where it is, and not in the summary. */
  marks?: Record<string, string> | undefined
  /** It is being sent: the button says so and does nothing more. */
  busy?: boolean | undefined
  /** What came of sending it. */
  outcome?: FormOutcome | undefined
  /** Event handlers, where the browser runs them. */
  live?: Pick<ComponentProps<'form'>, 'ref' | 'onSubmit' | 'onInput' | 'onChange' | 'onFocus'> | undefined
  /** Beside the button, such as a way to cancel. */
  children?: ReactNode
}

export interface FormOutcome {
  title?: string | undefined
  text: string
  tone: 'ok' | 'error'
}

/**
 * A form contract on screen. It posts natively and every rule the browser knows is an attribute, so it is
 * complete without scripting. Inputs stay uncontrolled: what is typed before hydration must survive it.
 */
export function FormView(props: FormViewProps) {
  const { contract, given = {}, action, labels, values = {}, problems = {}, marks, busy, outcome, children } = props
  const idPrefix = props.idPrefix ?? `${contract.formType}-`
  const { groups, submit } = contract
  const files = groups.some((group) => group.fields.some((field) => field.kind === 'file'))
  // A form that only logs must not send anything without scripting either; `dialog` does nothing.
  const post =
    contract.delivery === 'console'
      ? { method: 'dialog' }
      : { method: 'post', action, encType: files ? 'multipart/form-data' : undefined }
  return (
    <form className="plan" data-form={contract.formType} aria-label={contract.title} {...post} {...props.live}>
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
          problems={{ ...problems, ...marks }}
        />
      ))}
      <div className="send">
        <div className="acts">
          {/* aria-disabled, not disabled: the button keeps the focus while the form is sent. */}
          <button
            className="btn btn-tag arrow"
            type="submit"
            aria-disabled={busy || undefined}
            data-hold={busy ? submit.label : undefined}
          >
            {busy ? submit.busy : submit.label}
          </button>
          {children}
        </div>
        {submit.note && <p className="meta">{submit.note}</p>}
        {/* What has a title was announced by its notice. */}
        <div className="told" role={outcome?.title ? undefined : 'status'} data-tone={outcome?.tone}>
          {outcome?.title && <p>{outcome.title}</p>}
          {outcome && <RunningText text={outcome.text} />}
        </div>
      </div>
    </form>
  )
}
