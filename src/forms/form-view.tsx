import type { ComponentProps, ReactNode } from 'react'
import type { Notice } from '../ui/notify.ts'
import { RunningText } from '../ui/running-text.tsx'
import type { Contract, Field, ShownContract } from './contract.ts'
import { findField, TRANSPORT_FIELDS } from './fields.ts'
import type { FormGuide } from './form-guide.tsx'
import type { FormLabels } from './form-labels.ts'
import type { FormValues } from './kinds/field-view.tsx'
import { listFileFields } from './kinds/file/file-fields.ts'
import type { FieldViewLookup } from './value.ts'

export interface FormViewProps {
  contract: ShownContract
  viewOf: FieldViewLookup
  /** Values that the page adds, such as the job title, by field name. */
  given?: Record<string, string> | undefined
  /** URL to which the form is submitted; see `getFormAction`. */
  action: string
  labels: FormLabels
  /** Makes ids unique if there are two forms on a page. */
  idPrefix?: string | undefined
  /** Previous input and its problems, for the response to a submission without JavaScript. */
  values?: FormValues | undefined
  problems?: Record<string, string> | undefined
  /** Problems to show beside their fields but not in the summary. */
  marks?: Record<string, string> | undefined
  /** Whether the form is being sent. The button then shows `submit.busy` and does nothing. */
  busy?: boolean | undefined
  outcome?: Notice | undefined
  /** What the script of a form with conditions or steps shows; undefined until it runs. */
  guide?: FormGuide | undefined
  live?: Pick<ComponentProps<'form'>, 'ref' | 'onSubmit' | 'onChange' | 'onFocus'> | undefined
  /** Elements to show beside the submit button, such as a cancel button. */
  children?: ReactNode
}

/**
 * Renders a form contract. The form works without JavaScript: HTML attributes express every rule that browsers support.
 * Inputs are uncontrolled, so that text entered before hydration is not lost.
 */
export function FormView(props: FormViewProps) {
  const { contract, action, labels, problems = {}, marks, busy, outcome, guide, live, children } = props
  const idPrefix = props.idPrefix ?? `${contract.formType}-`
  const { groups, submit } = contract
  const files = listFileFields(contract).length > 0
  // A `console` form only logs its input, which needs JavaScript. Without it, the method `dialog` prevents submission.
  const post =
    contract.delivery === 'console'
      ? { method: 'dialog' }
      : { method: 'post', action, encType: files ? 'multipart/form-data' : undefined }
  return (
    <form
      className={live && contract.guided ? `plan ${contract.guided}` : 'plan'}
      data-form={contract.formType}
      aria-label={contract.title}
      {...post}
      {...live}
    >
      <HiddenValues {...props} />
      <ErrorSummary {...props} problems={problems} idPrefix={idPrefix} />
      {contract.steps && live && (
        <p className="meta" tabIndex={-1} hidden={!guide}>
          {guide?.step?.progress}
        </p>
      )}
      {groups.map((group, index) => (
        <Group
          {...props}
          key={group.fields[0]?.name}
          group={group}
          index={index}
          idPrefix={idPrefix}
          problems={{ ...problems, ...marks }}
        />
      ))}
      {/* Honeypot for bots, which fill in every field. Has a label and is last, because text browsers show it. */}
      <label hidden>
        {`${labels.leaveEmpty} `}
        <input type="text" name={TRANSPORT_FIELDS.trap} />
      </label>
      <div className="send">
        <div className="acts">
          {/* aria-disabled instead of disabled, so that the button keeps focus while the form is being sent. */}
          <button
            className="btn btn-tag arrow"
            type="submit"
            aria-disabled={busy || undefined}
            data-hold={busy ? submit.label : undefined}
          >
            {busy ? submit.busy : (guide?.step?.next ?? submit.label)}
          </button>{' '}
          {guide?.step?.back}
          {children}
        </div>
        {submit.note && !guide?.step?.next && <p className="meta">{submit.note}</p>}
        {/* If the outcome has a title, a notice has already announced it. */}
        <div className="told" role={outcome?.title ? undefined : 'status'} data-tone={outcome?.tone}>
          {outcome?.title && <p>{outcome.title}</p>}
          {outcome && <RunningText text={outcome.text} />}
        </div>
      </div>
    </form>
  )
}

interface GroupProps extends Pick<FormViewProps, 'contract' | 'viewOf' | 'labels' | 'values' | 'guide'> {
  group: Contract['groups'][number]
  index: number
  idPrefix: string
  problems: Record<string, string>
}

/** Renders a group of fields: a fieldset if it has a title, numbered if there are others; otherwise only the fields. */
function Group({ contract, group, index, viewOf, idPrefix, labels, values = {}, problems, guide }: GroupProps) {
  const groups = (guide?.applicable ?? contract).groups.slice(0, index + 1)
  const asked = groups[index]?.fields ?? []
  const number = groups.filter(({ fields }) => fields.length > 0).length
  // Two adjacent short fields share a row if both or neither have a hint, so that the controls line up.
  const rowOf = ({ hint, when }: Field) => [!hint, when?.hint].join()
  const canPair = (field: Field, next: Field | undefined) =>
    next && rowOf(field) === rowOf(next) && viewOf(field).half && viewOf(next).half
  let second: boolean | undefined = false
  const fields = group.fields.map((original, place) => {
    const { name, when } = original
    const { Control, hidden } = viewOf(original)
    const half = second || canPair(original, group.fields[place + 1])
    second = half && !second
    const shown = asked.find((other) => other.name === name) ?? original
    const field = shown.when ? { ...shown, hint: shown.when.hint } : shown
    const isAsked = asked.includes(shown)
    const Box = when ? 'fieldset' : 'div'
    const attributes = { hidden: hidden || !isAsked, ...(when && { role: 'none', disabled: !isAsked }) }
    return (
      <Box key={name} className={half ? 'field half' : 'field'} {...attributes}>
        <Control field={field} id={idPrefix + name} labels={labels} value={values[name]} problem={problems[name]} />
      </Box>
    )
  })
  const attributes = { className: 'fset', hidden: !asked.length || (guide?.step && guide.step.index !== number - 1) }
  if (!group.title) return <div {...attributes}>{fields}</div>
  return (
    <fieldset {...attributes}>
      <legend>
        {contract.groups.length > 1 && <span className="num">{number}</span>} {group.title}
      </legend>
      {fields}
    </fieldset>
  )
}

/**
 * Renders hidden inputs: the form type (if the endpoint serves several forms), the fixed values of the contract, and
 * the values that the page provides and the contract lists in `given`.
 */
function HiddenValues({ contract, given = {} }: Pick<FormViewProps, 'contract' | 'given'>) {
  const { formType, endpoint, fixed } = contract
  const values = Object.entries({
    ...(endpoint === 'send-form-submission' && { formType }),
    ...fixed,
    ...Object.fromEntries(Object.entries(given).filter(([name]) => contract.given.includes(name))),
  })
  return values.map(([name, value]) => <input key={name} type="hidden" name={name} defaultValue={value} />)
}

type ErrorSummaryProps = Pick<GroupProps, 'contract' | 'problems' | 'idPrefix' | 'labels'>

/** Lists all problems, with links to their fields. Hidden if there are no problems. */
function ErrorSummary({ contract, problems, idPrefix, labels }: ErrorSummaryProps) {
  const entries = Object.entries(problems)
  const texts = Object.values(problems)
  /** Names the field if several fields have the same problem. */
  const describe = (name: string, text: string) =>
    texts.indexOf(text) === texts.lastIndexOf(text) ? text : `${findField(contract, name)?.label}: ${text}`
  if (entries.length === 0) return <div className="error-summary" tabIndex={-1} hidden />
  return (
    <div className="error-summary" tabIndex={-1}>
      <h2>{labels.problems}</h2>
      <ul>
        {entries.map(([name, problem]) => (
          <li key={name}>
            <a href={`#${idPrefix}${name}`}>{describe(name, problem)}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
