import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { isEmptyAnswer, toPayload } from '@northshelf/site/forms/answers.ts'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import { listFields } from '@northshelf/site/forms/fields.ts'
import { listFileFields } from '@northshelf/site/forms/kinds/file/file-fields.ts'
import { getFieldType } from '@northshelf/site/forms/kinds/get-field-type.ts'
import { createSample } from '@northshelf/site/forms/sample-answers.ts'
import {
  type Submission,
  submitWithJavaScript,
  submitWithoutJavaScript,
} from '@northshelf/site/forms/sample-submission.ts'
import { getOutputFolders } from '../../paths.ts'
import { startRelayProcess } from '../../preview/relay-process.ts'
import { listBuiltForms } from './built-forms.ts'

export interface TrialProblem {
  formType: string
  pages: string[]
  field?: string
  message: string
}

/** Relay settings that disable limits. No delivery targets are set, so the relay delivers only to a folder. */
const ENVIRONMENT = { RELAY_POSTS_PER_MINUTE: '0', RELAY_FREE_BYTES: '0' }

/** Time limit for a delivery, in milliseconds. */
const TIMEOUT = 30_000

type Report = (message: string, field?: string) => void

interface Delivered {
  id: string
  formType: string
  values: { [name: string]: unknown }
  attachments: { field: string; size: number }[]
}

/**
 * Submits every form on the built pages to the built relay: with and without JavaScript, with all answers and with only
 * the required ones, with each file type, and without each required answer in turn. Checks that accepted submissions
 * are delivered.
 * @param pages if set, only forms on these pages are submitted
 * @throws Failure if the relay does not start
 */
export async function testForms(out: string, pages?: readonly string[]) {
  const shown = listBuiltForms(getOutputFolders(out).site)
    .filter(({ contract }) => contract.delivery === 'relay')
    .map((form) => ({ ...form, pages: form.pages.filter((page) => !pages || pages.includes(page)) }))
    .filter((form) => form.pages.length > 0)
  const problems: TrialProblem[] = []
  if (shown.length === 0) return { posts: 0, problems }
  const folder = mkdtempSync(path.join(tmpdir(), 'trial-'))
  const accepted: { id: string; submission: Submission; report: Report }[] = []
  let posts = 0
  try {
    const relay = await startRelayProcess(out, folder, ENVIRONMENT)
    try {
      for (const { contract, given, pages } of shown) {
        const report: Report = (message, field) =>
          void problems.push({ formType: contract.formType, pages, message, ...(field !== undefined && { field }) })
        const post = (send: typeof submitWithJavaScript, submission: Submission) => {
          posts += 1
          return send(relay, submission)
        }
        for (const [what, submission] of listAcceptable(contract, given)) {
          const answer = await post(submitWithJavaScript, submission)
          if (answer.status === 202)
            accepted.push({ id: ((await answer.json()) as { id: string }).id, submission, report })
          else report(`${what} is rejected: ${await readReason(answer)}`)
          const page = await post(submitWithoutJavaScript, submission)
          if (page.status !== 303) report(`${what}, sent without JavaScript, is rejected: ${await readReason(page)}`)
        }
        for (const [name, submission] of listIncomplete(contract, given)) {
          const answer = await post(submitWithJavaScript, submission)
          const { errors = [] } = (await answer.json()) as { errors?: { field: string }[] }
          if (answer.status !== 422 || !errors.some(({ field }) => field === name))
            report(`a submission without the required answer "${name}" returns ${answer.status}`, name)
        }
      }
      const outbox = path.join(folder, 'outbox')
      for (const { id, submission, report } of accepted) compare(await waitForDelivery(outbox, id), submission, report)
    } finally {
      await relay.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { posts, problems }
}

function listAcceptable(contract: Contract, given: Submission['given']): [what: string, submission: Submission][] {
  const variants = Math.max(1, ...listFileFields(contract).map(({ extensions }) => extensions.length))
  const complete = Array.from({ length: variants }, (_, index): [string, Submission] => {
    const submission = { ...createSample(contract, 'all', index), given }
    const names = [...submission.files.values()].map(({ name }) => name)
    return [`a complete submission${names.length > 0 ? ` with ${names.join(' and ')}` : ''}`, submission]
  })
  return [
    ...complete,
    ['a submission with only the required answers', { ...createSample(contract, 'required'), given }],
  ]
}

/** Lists submissions that lack a required answer, by field name. Fields with an initial value always have an answer. */
function listIncomplete(contract: Contract, given: Submission['given']): [name: string, submission: Submission][] {
  const [[, complete] = []] = listAcceptable(contract, given)
  if (!complete) return []
  return listFields(complete.contract)
    .filter((field) => field.required && isEmptyAnswer(getFieldType(field).answer?.initial?.(field)))
    .map(({ name }) => {
      const { [name]: _, ...values } = complete.values
      return [name, { ...complete, values, files: new Map([...complete.files].filter(([field]) => field !== name)) }]
    })
}

async function readReason(answer: Response): Promise<string> {
  const text = await answer.text()
  try {
    const { code, errors = [] } = JSON.parse(text) as { code: string; errors?: { field: string; code: string }[] }
    const fields = errors.map((error) => `${error.field} is ${error.code}`).join(', ')
    return `${answer.status} ${code}${fields && ` (${fields})`}`
  } catch {
    return `${answer.status}`
  }
}

async function waitForDelivery(outbox: string, id: string): Promise<Delivered | undefined> {
  const file = path.join(outbox, `${id}.json`)
  const end = performance.now() + TIMEOUT
  while (!existsSync(file)) {
    if (performance.now() > end) return undefined
    await wait(20)
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Delivered
}

function compare(delivered: Delivered | undefined, { contract, values, given, files }: Submission, report: Report) {
  if (!delivered) report('a submission is accepted but never delivered')
  else if (delivered.formType !== contract.formType)
    report(`a submission is delivered with the form type "${delivered.formType}"`)
  else {
    const sent = toPayload(getFieldType, contract, { ...values, ...given })
    for (const [name, value] of Object.entries(sent))
      if (value !== '' && !isDeepStrictEqual(delivered.values[name], value))
        report(`the answer to "${name}" is accepted but not delivered`, name)
    for (const [name, { size }] of files)
      if (!delivered.attachments.some((file) => file.field === name && file.size === size))
        report(`the file in "${name}" is accepted but not delivered`, name)
  }
}
