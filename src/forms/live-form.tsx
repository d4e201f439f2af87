import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { notify } from '../ui/notify.ts'
import type { Contract } from './contract.ts'
import { formAction, type RelayAddress } from './form-action.ts'
import type { FormLabels } from './form-labels.ts'
import { type FormOutcome, FormView } from './form-view.tsx'
import { listUnfitFiles } from './kinds/file/file-fields.ts'
import { viewOf } from './kinds/views.ts'
import { readForm, sendForm } from './send-form.ts'
import { useKeptAnswers } from './use-kept-answers.ts'

export interface LiveFormProps {
  contract: Contract
  given?: Record<string, string> | undefined
  relay: RelayAddress
  labels: FormLabels
  idPrefix?: string | undefined
  /** After a submission that was accepted. */
  onAccepted?: (() => void) | undefined
  children?: ReactNode
}

/**
 * A form that sends itself. The browser's own checks come first; what is typed stays where it is until
 * the relay has taken it.
 */
export function LiveForm({ contract, given, relay, labels, idPrefix, onAccepted, children }: LiveFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const attempt = useRef({ print: '', key: '' })
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<FormOutcome>()
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [unfit, setUnfit] = useState<Record<string, string>>({})

  useKeptAnswers(form, contract.formType)
  useEffect(() => {
    // A dialog may end above it.
    if (outcome) form.current?.querySelector('.told')?.scrollIntoView({ block: 'nearest' })
  }, [outcome])
  useEffect(() => {
    // The message beside the button makes it wider, and may cover what it is about.
    const marked = Object.keys(unfit)[0]
    if (marked) form.current?.querySelector(`[name="${marked}"]`)?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [unfit])
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('.error-summary')?.focus()
  }, [problems])

  /** Dialogs and titled messages go to the notifications; the others stand beside the button. */
  const tell = (message: FormOutcome, apart?: boolean) => (apart || message.title ? notify : setOutcome)(message)

  /** Shows the message of the first file that is too large or of another type, and marks the fields of all. */
  const refuseFiles = (data: FormData) => {
    const files = listUnfitFiles(contract, data)
    setUnfit(Object.fromEntries(files.map(({ name, message }) => [name, message.text])))
    if (files[0]) tell({ ...files[0].message, tone: 'error' })
    return files[0]
  }

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    const data = new FormData(element)
    if (contract.delivery === 'console') {
      console.log(readForm(contract, data))
      return
    }
    if (sending.current) return
    setOutcome(undefined)
    setProblems({})
    const refused = refuseFiles(data)
    if (refused) return element.querySelector<HTMLElement>(`[name="${refused.name}"]`)?.focus()

    sending.current = true
    setBusy(true)
    const print = fingerprint(data)
    if (attempt.current.print !== print) attempt.current = { print, key: crypto.randomUUID() }
    const result = await sendForm({ contract, relay, data, key: attempt.current.key })
    sending.current = false
    setBusy(false)
    if (result.kind === 'refused') return setProblems(result.problems)
    if (result.kind === 'failed') {
      const failure = { ...contract.failure, tone: 'error' } as const
      if (contract.logFailure) console.error(failure.text, result.cause)
      // The notice closes after a few seconds, so the message also stays beside the button, without being announced again.
      if (failure.title) notify(failure)
      return setOutcome(failure)
    }
    attempt.current = { print: '', key: '' }
    element.reset()
    const success = { ...contract.success, tone: contract.success.tone ?? 'ok' }
    const closes = contract.onSuccess === 'reset-and-close'
    tell(success, closes)
    // Outside a dialog the form stays in sight, empty: it says why.
    if (closes && !onAccepted) setOutcome(success)
    onAccepted?.()
  }

  return (
    <FormView
      contract={contract}
      viewOf={viewOf}
      given={given}
      action={formAction(relay, contract)}
      labels={labels}
      idPrefix={idPrefix}
      problems={problems}
      marks={unfit}
      busy={busy}
      outcome={outcome}
      live={{
        ref: form,
        onSubmit: submit,
        // Browsers bring the line of the caret into sight; the foot of a dialog may still cover the others.
        onFocus: ({ target }) => target instanceof HTMLTextAreaElement && target.scrollIntoView({ block: 'nearest' }),
        onChange: (event) => {
          if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'file') return
          if (unfit[event.target.name]) setOutcome(undefined)
          refuseFiles(new FormData(event.currentTarget))
        },
      }}
    >
      {children}
    </FormView>
  )
}

/** Changes with anything that would be sent, files included. */
function fingerprint(data: FormData): string {
  return JSON.stringify(
    [...data].map(([name, value]) =>
      typeof value === 'string' ? [name, value] : [name, value.name, value.size, value.lastModified],
    ),
  )
}
