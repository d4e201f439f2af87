import type { ComponentProps, ReactNode } from 'react'
import { RunningText } from '../ui/running-text.tsx'
import type { Contract, Field } from './contract.ts'
import { TRANSPORT } from './fields.ts'
import type { FormLabels } from './form-labels.ts'
import type { FormValues } from './kinds/field-view.tsx'
import { listFileFields } from './kinds/file/file-fields.ts'
import type { ViewOf } from './value.ts'

export interface FormViewProps {
  contract: Contract
  /** How each kind of field is shown. */
  viewOf: ViewOf
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
  live?: Pick<ComponentProps<'form'>, 'ref' | 'onSubmit' | 'onChange' | 'onFocus'> | undefined
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
  const { contract, action, labels, problems = {}, marks, busy, outcome, children } = props
  const idPrefix = props.idPrefix ?? `${contract.formType}-`
  const { groups, submit } = contract
  const files = listFileFields(contract).length > 0
  // A form that only logs must not send anything without scripting either; `dialog` does nothing.
  const post =
    contract.delivery === 'console'
      ? { method: 'dialog' }
      : { method: 'post', action, encType: files ? 'multipart/form-data' : undefined }
  return (
    <form className="plan" data-form={contract.formType} aria-label={contract.title} {...post} {...props.live}>
      <HiddenValues {...props} />
      <ErrorSummary {...props} problems={problems} idPrefix={idPrefix} />
      {groups.map((group, index) => (
        <Group
          {...props}
          key={group.fields[0]?.name}
          group={group}
          number={groups.length > 1 ? index + 1 : undefined}
          idPrefix={idPrefix}
          problems={{ ...problems, ...marks }}
        />
      ))}
      {/*
        Spam programs fill in every field. Browsers neither show nor fill in hidden ones, but text browsers show them:
        hence the label, and the place after the real fields.
      */}
      <label hidden>
        {`${labels.leaveEmpty} `}
        <input type="text" name={TRANSPORT.trap} />
      </label>
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
          </button>{' '}
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

interface GroupProps extends Pick<FormViewProps, 'viewOf' | 'labels' | 'values'> {
  group: Contract['groups'][number]
  /** Place among the groups; without it the group is the only one and bears no number. */
  number: number | undefined
  idPrefix: string
  problems: Record<string, string>
}

/** A step of a form: a numbered fieldset, or plain fields where there is nothing to tell apart. */
function Group({ group, viewOf, number, idPrefix, labels, values = {}, problems }: GroupProps) {
  // Two short neighbours share a row when both or neither have a hint: their labels and controls then stand in line.
  const pairs = (one: Field, other: Field | undefined) =>
    other && !one.hint === !other.hint && viewOf(one).half && viewOf(other).half
  let second: boolean | undefined = false
  const fields = group.fields.map((field, index) => {
    const { name } = field
    const { Control } = viewOf(field)
    const half = second || pairs(field, group.fields[index + 1])
    second = half && !second
    return (
      <div key={name} className={half ? 'field half' : 'field'}>
        <Control field={field} id={idPrefix + name} labels={labels} value={values[name]} problem={problems[name]} />
      </div>
    )
  })
  if (!group.title) return <div className="fset">{fields}</div>
  return (
    <fieldset className="fset">
      <legend>
        {number && <span className="num">{number}</span>} {group.title}
      </legend>
      {fields}
    </fieldset>
  )
}

/**
 * What every post carries besides the fields: the type of the form (only where one endpoint serves several),
 * the contract's fixed values, and the values the page gives. A name the contract does not list is not sent.
 */
function HiddenValues({ contract, given = {} }: Pick<FormViewProps, 'contract' | 'given'>) {
  const { formType, endpoint, fixed } = contract
  const values = Object.entries({
    ...(endpoint === 'send-form-submission' && { formType }),
    ...fixed,
    ...Object.fromEntries(Object.entries(given).filter(([name]) => contract.given.includes(name))),
  })
  return (
    <>
      {values.map(([name, value]) => (
        <input key={name} type="hidden" name={name} defaultValue={value} />
      ))}
    </>
  )
}

/**
 * Everything that is wrong, with a link to each field. Always there, hidden while nothing is wrong,
 * so that a check in the browser only has to fill it.
 */
function ErrorSummary({ problems, idPrefix, labels }: Pick<GroupProps, 'problems' | 'idPrefix' | 'labels'>) {
  const entries = Object.entries(problems)
  return (
    <div className="error-summary" tabIndex={-1} hidden={entries.length === 0}>
      {entries.length > 0 && (
        <>
          <h2>{labels.problems}</h2>
          <ul>
            {entries.map(([name, problem]) => (
              <li key={name}>
                <a href={`#${idPrefix}${name}`}>{problem}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
