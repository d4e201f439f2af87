import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { Contract } from './contract.ts'
import { getFormAction, type RelayAddress } from './form-action.ts'
import { listFileFields } from './kinds/file/file-fields.ts'
import type { FileField } from './kinds/file/schema.ts'
import { toPayload } from './parse-answers.ts'
import { fetchProof, PROOF_FIELD } from './proof/challenge.ts'
import type { AnswerValue, AnswerValues } from './value.ts'

export interface Submission {
  contract: Contract
  /** Values filled in by the page, not by the visitor. */
  given: Readonly<Record<string, string>>
  values: AnswerValues
  /** Attached files by field name. */
  files: ReadonlyMap<string, File>
}

/** Sends a submission the way the page's script does. @param request more headers and options of the request */
export async function submitWithJavaScript(
  relay: RelayAddress,
  submission: Submission,
  { headers: more, ...request }: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const { contract, values, given } = submission
  const url = getFormAction(relay, contract)
  const proof = contract.proofOfWork ? { [PROOF_FIELD]: await fetchProof(url) } : {}
  const headers = { ...more, accept: 'application/json, application/problem+json', 'idempotency-key': randomUUID() }
  if (contract.endpoint === 'submit-application')
    return fetch(url, { ...request, method: 'POST', headers, body: formData(submission, proof) })
  const body = JSON.stringify({ ...toPayload(contract, { ...values, ...given }), ...proof })
  return fetch(url, { ...request, method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body })
}

/** Sends a submission the way a browser without JavaScript does. */
export function submitWithoutJavaScript(relay: RelayAddress, submission: Submission): Promise<Response> {
  const data = formData(submission)
  const texts = [...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const body = listFileFields(submission.contract).length > 0 ? data : new URLSearchParams(texts)
  const url = getFormAction(relay, submission.contract)
  return fetch(url, { method: 'POST', headers: { accept: 'text/html,*/*;q=0.8' }, body, redirect: 'manual' })
}

/** Returns the form data, with hidden fields first. */
function formData({ contract, values, given, files }: Submission, proof: Record<string, string> = {}): FormData {
  const data = new FormData()
  const add = (name: string, value: AnswerValue) => {
    for (const item of Array.isArray(value) ? value : [value]) data.append(name, String(item))
  }
  if (contract.endpoint === 'send-form-submission') add('formType', contract.formType)
  for (const [name, text] of Object.entries(contract.fixed)) add(name, text)
  for (const name of contract.given) if (given[name] !== undefined) add(name, given[name])
  for (const [name, value] of Object.entries({ ...values, ...proof })) add(name, value)
  for (const [name, file] of files) data.append(name, file)
  return data
}

type Extension = FileField['extensions'][number]

/** Minimal empty documents, gzipped and Base64-encoded. */
const PACKED: Record<Exclude<Extension, 'pdf'>, string> = {
  doc: 'H4sIAAAAAAACA+3VPU4CQRjG8f/sh7jagAXFVp5hN2pnLKChxIIDAAmNbrJZC49j4QE8iR5Be67ADmGZJcRqN6EBnl/yZDKTvHmTmWTen+/e78dX/Mc/j/iUNuJi78wAXr3pbveblNba+tjKUVlZa0uXAAihevMOcAlEwJV7Y0VRTitjMjIKbhnySkHOO230CU39l5iGNdfA026mPLMgJaVgxB1t3eBV/T03e5rWBW6dkJEzY0DGlDdemFf30FTs+tea1Phufh5K2/77lp/GASMiIiIiIiIiJ+khuU+Qs7UGNLlA1wAaAAA=',
  docx: 'H4sIAAAAAAACAwvwZmYRYWBg4GAAgbtRbbz8DAwMvAwMDIIMDAzl+UUp+in5yaW5qXklehW5OZs1t3ud9Nc763tW++J2ZoYAFN1l8uFTlzAwMKxhYGAQZmBgiHbOzytJzSuJD6ksSC2OBevfuP7E2UANb12tc2fObw41umIcsGn7Zs6VOh662zZ/1PfW1Trl4xnK4aGj9dH7jO/W0Ev65/W9LvrDrFx94mxgUMG589qeZ7VBmraGeulonDjp46dz8sz5y/qnvS+e1vc4u/rEWc/T+qd8dTSvnfX3Pu3j53uy/RXIIE2NU/5+unrnznifP3vR+2T7qSdqac8yw58803h5++aL9hCxJWK3GRkCvBmZGBhwBwoqwAgidO3ooYIAdtjDKMCblQ0kzcTAxNAA0sQI4gEAwDS/mKkBAAA=',
}
const PDF = '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

/** Returns a minimal valid file to attach, of the type at this index; indices past the last type start over. */
export function createSampleDocument(extensions: readonly Extension[], index: number): File {
  const extension = extensions[index % extensions.length] ?? 'pdf'
  const bytes = extension === 'pdf' ? Buffer.from(PDF) : gunzipSync(Buffer.from(PACKED[extension], 'base64'))
  return new File([new Uint8Array(bytes)], `trial.${extension}`)
}
