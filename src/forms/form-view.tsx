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
  viewOf: ViewOf
  /** Values from the page, such as the job title, by field name. */
  given?: Record<string, string> | undefined
  /** See `formAction`. */
  action: string
  labels: FormLabels
  /** Keeps ids unique if two forms share a page. */
  idPrefix?: string | undefined
  /** Previous input and its problems, in the response to a post without scripting. */
  values?: FormValues | undefined
  problems?: Record<string, string> | undefined
  /** Problems to mark at their fields without listing them in the summary. */
  marks?: Record<string, string> | undefined
  /** The form is being sent: the button says so and does nothing. */
  busy?: boolean | undefined
  outcome?: FormOutcome | undefined
  live?: Pick<ComponentProps<'form'>, 'ref' | 'onSubmit' | 'onChange' | 'onFocus'> | undefined
  /** Shown beside the button, such as a cancel button. */
  children?: ReactNode
}

export interface FormOutcome {
  title?: string | undefined
  text: string
  tone: 'ok' | 'error'
}

/**
 * Renders a form contract. Works without scripting: posts natively, with attributes for every rule that browsers
 * support. Inputs are uncontrolled, so that input from before hydration survives.
 */
export function FormView(props: FormViewProps) {
  const { contract, action, labels, problems = {}, marks, busy, outcome, children } = props
  const idPrefix = props.idPrefix ?? `${contract.formType}-`
  const { groups, submit } = contract
  const files = listFileFields(contract).length > 0
  // A form that only logs must not send anything without scripting either; the method `dialog` prevents it.
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
        Honeypot for bots, which fill in every field. Text browsers show hidden fields, so it has a label and comes
        last.
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
        {/* An outcome with a title was announced by its notice. */}
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
  /** Counts from 1; undefined if the form has only one group. */
  number: number | undefined
  idPrefix: string
  problems: Record<string, string>
}

/** A group of fields: a numbered fieldset, or plain fields if it has no title. */
function Group({ group, viewOf, number, idPrefix, labels, values = {}, problems }: GroupProps) {
  // Two adjacent short fields share a row if both or neither have a hint, so that their controls align.
  const canPair = (field: Field, next: Field | undefined) =>
    next && !field.hint === !next.hint && viewOf(field).half && viewOf(next).half
  let second: boolean | undefined = false
  const fields = group.fields.map((field, index) => {
    const { name } = field
    const { Control } = viewOf(field)
    const half = second || canPair(field, group.fields[index + 1])
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
 * Hidden inputs: the type of the form (if its endpoint serves several), the fixed values of the contract, and the
 * values from the page that the contract lists.
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

/** Lists all problems with links to their fields; hidden if there are none. */
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
