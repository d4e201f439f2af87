import { randomUUID } from 'node:crypto'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import { listFileFields } from '@northshelf/site/forms/kinds/file/file-fields.ts'
import { toPayload } from '@northshelf/site/forms/parse-answers.ts'
import type { AnswerValue, AnswerValues } from '@northshelf/site/forms/value.ts'

export interface Submission {
  contract: Contract
  values: AnswerValues
  /** Values filled in by the page, not by the visitor. */
  given: Readonly<Record<string, string>>
  /** Attached files by field name. */
  files: ReadonlyMap<string, File>
}

/** Sends a submission the way the page's script does. */
export function submitWithJavaScript(relay: string, submission: Submission): Promise<Response> {
  const headers: Record<string, string> = {
    accept: 'application/json, application/problem+json',
    'idempotency-key': randomUUID(),
  }
  if (submission.contract.endpoint === 'submit-application')
    return fetch(getEndpointUrl(relay, submission), { method: 'POST', headers, body: formData(submission) })
  const { contract, values, given } = submission
  const body = JSON.stringify(toPayload(contract, { ...values, ...given }))
  return fetch(getEndpointUrl(relay, submission), {
    ...{ method: 'POST', body },
    headers: { ...headers, 'content-type': 'application/json' },
  })
}

/** Sends a submission the way a browser without JavaScript does. */
export function submitWithoutJavaScript(relay: string, submission: Submission): Promise<Response> {
  const data = formData(submission)
  const texts = [...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const body = listFileFields(submission.contract).length > 0 ? data : new URLSearchParams(texts)
  return fetch(getEndpointUrl(relay, submission), {
    ...{ method: 'POST', headers: { accept: 'text/html,*/*;q=0.8' }, body, redirect: 'manual' },
  })
}

function getEndpointUrl(relay: string, { contract }: Submission): string {
  return `${relay}/functions/v1/${contract.endpoint}`
}

/** Returns the form data, with hidden fields first. */
function formData({ contract, values, given, files }: Submission): FormData {
  const data = new FormData()
  const add = (name: string, value: AnswerValue) => {
    for (const item of Array.isArray(value) ? value : [value]) data.append(name, String(item))
  }
  if (contract.endpoint === 'send-form-submission') add('formType', contract.formType)
  for (const [name, text] of Object.entries(contract.fixed)) add(name, text)
  for (const name of contract.given) if (given[name] !== undefined) add(name, given[name])
  for (const [name, value] of Object.entries(values)) add(name, value)
  for (const [name, file] of files) data.append(name, file)
  return data
}
