import { type SubmitEvent, use, useEffect, useRef, useState } from 'react'
import { type Notice, notify } from '../ui/notify.ts'
import { listFields } from './fields.ts'
import { type FormRelay, getFormAction } from './form-action.ts'
import type { FormGuide } from './form-guide.tsx'
import { FormView, type FormViewProps } from './form-view.tsx'
import { addFileName, listRejectedFiles } from './kinds/file/file-fields.ts'
import { getFieldView } from './kinds/views.ts'
import type { PreparedProof } from './proof/add-proof.ts'
import { readFormValues, sendForm } from './send-form.ts'
import { useSavedAnswers } from './use-saved-answers.ts'
import { FormVisitContext } from './visit-context.ts'
import { listParameterValues, readVisitSource } from './visit-source.ts'

export interface LiveFormProps extends Pick<FormViewProps, 'contract' | 'given' | 'labels' | 'idPrefix' | 'children'> {
  relay: FormRelay
  onAccepted?: (() => void) | undefined
}

/** A form that JavaScript sends after the browser has validated it. Keeps the input until the relay has accepted it. */
export function LiveForm({ relay, onAccepted, ...viewProps }: LiveFormProps) {
  const { contract, labels } = viewProps
  const visit = use(FormVisitContext)
  const form = useRef<HTMLFormElement>(null)
  const submission = useRef({ fingerprint: '', key: '' })
  const proof = useRef<PreparedProof>(undefined)
  // A ref, because `busy` does not change until the next render and so does not prevent a second submit before that.
  const sending = useRef(false)
  const [guide, setGuide] = useState<FormGuide>()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Notice>()
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [rejectedFiles, setRejectedFiles] = useState<Record<string, string>>({})

  useSavedAnswers(form, contract, visit)
  useEffect(() => {
    const element = form.current
    if (!element || !relay.count || contract.delivery === 'console') return
    const counting = import('./count-steps.ts')
      .then((script) => script.countFormSteps(element, relay, contract.formType))
      .catch(() => undefined)
    return () => void counting.then((stop) => stop?.())
  }, [relay, contract])
  useEffect(() => {
    const element = form.current
    if (!element || !contract.guided) return
    const guiding = import('./form-guide.tsx')
      .then((script) => script.guideForm(element, contract, setGuide))
      // If the script does not load, the form works as without JavaScript.
      .catch(() => undefined)
      .finally(() => element.setAttribute('data-guided', ''))
    return () => void guiding.then((stop) => stop?.())
  }, [contract])
  useEffect(() => {
    // Scrolls to the message, which may be below the visible part of a dialog.
    if (outcome) form.current?.querySelector('.told')?.scrollIntoView({ block: 'nearest' })
  }, [outcome])
  useEffect(() => {
    // Scrolls to the field, which the message beside the button may cover.
    const name = Object.keys(rejectedFiles)[0]
    if (name) form.current?.querySelector(`[name="${name}"]`)?.closest('.field')?.scrollIntoView({ block: 'nearest' })
  }, [rejectedFiles])
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('.error-summary')?.focus()
  }, [problems])

  /** Shows a message as a notice if it has a title or the dialog closes, and otherwise beside the button. */
  const showMessage = (message: Notice, closes?: boolean) => (closes || message.title ? notify : setOutcome)(message)

  /** Marks the fields with files that are too large or of the wrong type, and shows the message for the first field. */
  const rejectFiles = (data: FormData) => {
    const files = listRejectedFiles(contract, data)
    setRejectedFiles(Object.fromEntries(files.map(({ name, message }) => [name, message.text])))
    if (files[0]) showMessage({ ...files[0].message, tone: 'error' })
    return files[0]
  }

  const focusField =
    guide?.focusField ?? ((name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus())

  /** Prepares a proof of work if the form requires one, and adds it to `data`. Ignores failures. */
  const prove = (data?: FormData) =>
    contract.proofOfWork &&
    import('./proof/add-proof.ts')
      .then((script) => script.addProof(proof, getFormAction(relay, contract), data))
      .catch(() => {})

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    const data = new FormData(element)
    if (sending.current) return
    setOutcome(undefined)
    const rejected = rejectFiles(data)
    if (rejected) return focusField(rejected.name)
    if (guide?.advance()) return
    for (const field of listFields(guide?.applicable ?? contract))
      if ('parameter' in field && field.parameter)
        data.set(field.name, listParameterValues(field.parameter, visit.loadedUrl)[0] ?? String(data.get(field.name)))
    if (contract.delivery === 'console') {
      console.log(readFormValues(contract, data))
      return
    }
    setProblems({})

    sending.current = true
    setBusy(true)
    const fingerprint = fingerprintOf(data)
    if (submission.current.fingerprint !== fingerprint) submission.current = { fingerprint, key: crypto.randomUUID() }
    for (const [name, text] of Object.entries(readVisitSource(visit.loadedUrl, relay.sources))) data.set(name, text)
    await prove(data)
    const result = await sendForm({ contract: guide?.applicable ?? contract, relay, data, key: submission.current.key })
    sending.current = false
    setBusy(false)
    if (result.kind === 'refused') guide?.focusField(Object.keys(result.problems)[0] ?? '')
    if (result.kind === 'refused') return setProblems(result.problems)
    if (result.kind === 'unreadable') {
      const text = addFileName(result.file, data.getAll(result.field), labels.fileChanged ?? '')
      clearFile(element, result.field)
      setRejectedFiles({ [result.field]: text })
      showMessage({ text, tone: 'error' })
      return focusField(result.field)
    }
    if (result.kind === 'failed') {
      const failure = { ...contract.failure, tone: 'error' } as const
      if (contract.logFailure) console.error(failure.text, result.cause)
      // The notice closes after a few seconds. The message beside the button remains and is not announced again.
      if (failure.title) notify(failure)
      return setOutcome(failure)
    }
    submission.current = { fingerprint: '', key: '' }
    element.reset()
    const success = { ...contract.success, tone: contract.success.tone ?? 'ok' }
    const closes = contract.onSuccess === 'reset-and-close'
    showMessage(success, closes)
    // A form outside a dialog stays visible after it was cleared, so also show the message beside the button.
    if (closes && !onAccepted) setOutcome(success)
    onAccepted?.()
    if (!success.page) return
    // Client-side navigation (src/client) handles links that are clicked.
    const link = Object.assign(document.createElement('a'), { href: success.page })
    element.appendChild(link).click()
    link.remove()
  }

  return (
    <FormView
      {...viewProps}
      viewOf={getFieldView}
      action={getFormAction(relay, contract)}
      problems={problems}
      marks={rejectedFiles}
      busy={busy}
      outcome={outcome}
      guide={guide}
      live={{
        ref: form,
        onSubmit: submit,
        // Scrolls the whole field into view. Browsers scroll only to the caret, so a sticky footer may cover the rest.
        onFocus: ({ target }) => {
          prove()
          if (target instanceof HTMLTextAreaElement) target.scrollIntoView({ block: 'nearest' })
        },
        onChange: (event) => {
          if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'file') return
          if (rejectedFiles[event.target.name]) setOutcome(undefined)
          rejectFiles(new FormData(event.currentTarget))
        },
      }}
    />
  )
}

/** Removes the chosen file. Otherwise, browsers would report no change if the visitor chooses the same file again. */
function clearFile(form: HTMLFormElement, name: string): void {
  const input = form.querySelector<HTMLInputElement>(`[name="${name}"]`)
  if (!input) return
  input.value = ''
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Returns a string that changes whenever any input changes, including files. */
function fingerprintOf(data: FormData): string {
  return JSON.stringify(
    [...data].map(([name, value]) =>
      typeof value === 'string' ? [name, value] : [name, value.name, value.size, value.lastModified],
    ),
  )
}
