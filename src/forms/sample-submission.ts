import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { toPayload } from './answers.ts'
import type { Contract } from './contract.ts'
import { getFormAction, type RelayAddress } from './form-action.ts'
import { isMultipart, listFileFields } from './kinds/file/file-fields.ts'
import type { FileField } from './kinds/file/schema.ts'
import { getFieldType } from './kinds/get-field-type.ts'
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
  if (isMultipart(contract))
    return fetch(url, { ...request, method: 'POST', headers, body: formData(submission, proof) })
  const body = JSON.stringify({ ...toPayload(getFieldType, contract, { ...values, ...given }), ...proof })
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

/** Minimal files, gzipped and Base64-encoded. */
const PACKED: Record<Extension, string> = {
  pdf: 'H4sIAAAAAAACA1MNcHHTNdQz5zJUMFDIT8qysdEPqSxI1XdOLEnMyU+3s0vNSwEKc5UUJWbmpBYBpYPy80sUQKqD7Oy4VFVd/d24AGUzyANFAAAA',
  doc: 'H4sIAAAAAAACA+3VPU4CQRjG8f/sh7jagAXFVp5hN2pnLKChxIIDAAmNbrJZC49j4QE8iR5Be67ADmGZJcRqN6EBnl/yZDKTvHmTmWTen+/e78dX/Mc/j/iUNuJi78wAXr3pbveblNba+tjKUVlZa0uXAAihevMOcAlEwJV7Y0VRTitjMjIKbhnySkHOO230CU39l5iGNdfA026mPLMgJaVgxB1t3eBV/T03e5rWBW6dkJEzY0DGlDdemFf30FTs+tea1Phufh5K2/77lp/GASMiIiIiIiIiJ+khuU+Qs7UGNLlA1wAaAAA=',
  docx: 'H4sIAAAAAAACAwvwZmYRYWBg4GAAgbtRbbz8DAwMvAwMDIIMDAzl+UUp+in5yaW5qXklehW5OZs1t3ud9Nc763tW++J2ZoYAFN1l8uFTlzAwMKxhYGAQZmBgiHbOzytJzSuJD6ksSC2OBevfuP7E2UANb12tc2fObw41umIcsGn7Zs6VOh662zZ/1PfW1Trl4xnK4aGj9dH7jO/W0Ev65/W9LvrDrFx94mxgUMG589qeZ7VBmraGeulonDjp46dz8sz5y/qnvS+e1vc4u/rEWc/T+qd8dTSvnfX3Pu3j53uy/RXIIE2NU/5+unrnznifP3vR+2T7qSdqac8yw58803h5++aL9hCxJWK3GRkCvBmZGBhwBwoqwAgidO3ooYIAdtjDKMCblQ0kzcTAxNAA0sQI4gEAwDS/mKkBAAA=',
  jpg: 'H4sIAAAAAAACA/t/4/8DBgEvN083BkZGBgZGIGT4f5vBmYGDjY2djZWDnZ2dk5ODi0eEl4ebm0dSSJhfRFZKXk5WSkZGQUVPXUFJR1lGRsNcU8fA0MTERF7d0tbCyEbP2MTo/wEGbg6QeYyMggz/jzCIgExGAewgUQF0UYb/txg4QE6xZ6iv/38TAAWmjeGgAAAA',
  png: 'H4sIAAAAAAACA+sM8HPn5ZLiYmBg4PX0cAkC0owgzAEkGKzqZocCKS5PF8cQjuvJP/gZGBkZGaS3vQsDyXq6+rmsc0poAgA1GUjxQwAAAA==',
  heic: 'H4sIAAAAAAACA2NgYJBJK6ksyEjNTGYAgtzMNEMQOzczMY2BgdEqN7UkkQECFDNScoqgbIaCzOQSBjTAV5BZkgtmMQKxUmZOPthIFwcgnxEsHAehgUAIiJUzM/PS4OpFgZxUJigvoyzZEMTclVlQVACk52QWJOcD6SKghDMjCwfcTrkPDH/+/PjBwMDPrADUKO7AyMP4/z9IATPD/B8gkkFuF5ODIlBOzYmREVXiQBOLWPRKlWU7NyiABMCEohJQKbsL48GiDUoOQAtEMosLUqGWOUAx0KMVmWCXghwillmQCwsjoEeZG5magSyp3JREUAjxaTCu4zL4Ivtka+z1cxoJAILmk/xwAQAA',
  xlsx: 'H4sIAAAAAAACAwvwZmYRYWBg4ABiRYYfLlKFV4CsZ4wMDMJAOto5P68kNa8kPqSyILU4Vq8iN2ftxI1Bhw142uJVn28NX338QmP2LofwhAesLYtN9t2Ydj7o9odvFgt1Yl4eSYn+///15HO7v5/3ueRjqJJ5dsEsecYjvCKBOuleoS93ulz5peN+4oWbjZBNjll0wZwpk9aVvkv8tjv91UeRLZY+W3XmBWdzsRqevby9MG0rWzHfvYVhsudW/naNjOfcpibez2N3epUUzx2VM6fuN2S/++qz9EffLHOdX00bdyVwFTw0qjPo/1Y3WTq46H61u+zu4DWC2jsFyowEMnnKLHNd5od9//np/IPK+U//HW59Wv09PgAlEDT/T3/UDmS9BWJuII4vSs0p1tcDkb3nrfkOGQiwXFgdYedgtmiBQ5+2VNQRVrHN/zQ2Xt8kK5jXf7pBQ8PduOrSCm3dG0zLXzmvS+r2XjX5y9qnwg6m85SuNRovvRehJxjdf9TRzXixskXPY8FT9yZEvfUtrPQRWrpjr9Ff5s1bD16YeVZKc6v8v+uLTkfIbPXM47bZeab8WeWLFSxrHzyeW8eM6l7h7MOGzUDWPSCWAuKKHH2Ik8vzi7KT8vOzQdEGdb4tF5OhQNvD1S0yCekbN0xQmdq7tqJR0c8s0dw+xe3K7dlFrNyn+8XlfpyZajYlhPv4lYi9n8JuvNK45MfwRjn1yUozrcUtt4xPzahtbKs72vrA4Lz7i2pn683mV5/mmWaVVpv/Yl+nqOL//JX8zK4/Hx5G/j410YOtq1Zx46zlCzMK2Pa928GP6nSjaculOoGsO0DMD3E6sqN7+zcCg5vHpX7pKfYHhw4IbJ0b8YPnspVKlqx7mUCNXah3+bLdlyPP73qna2Xv8uzZYe9t945GdbNvMBRaPHdJQNxshVMR11f4b1jUMtl10SnumFvfuHo0d8998FW+rWWC266TP5JOlbZr6EZMTuleOUN619vmv1tOnriye3P2tor5Zuvt1rLJ8sjKPC/QkdqH6mqu6qz/4UBWKlQE6OpikHM3a57XP6V3zsNXN3DFibMntbeFntLQ1Nxw6bq+3zmPs746107re5xlPrXkqfhTtWkMO11f/jrK6rqyUzPBd6flLzc2trRfOztnVnqVmSUYTj8yyaXWWrp2x8kyhgBvRiYRZtyZFAYaGBmwZ1l0A9ATOMIAVkaU5I6uET2lITRuZcSX7tDNQY92hDkFTBiJAF0zeugjNKsxI+IiwJuVDSTKCoSmQMctZgbxADBvzuXuBAAA',
  csv: 'H4sIAAAAAAACAyspykzM4eUCAMGnr8AHAAAA',
  zip: 'H4sIAAAAAAACAwvwZmYRYWBg4ABiRQb7uEUl7EAWKxBzAnFJUWZijl5JRYm25imfM4wMAd6MTCLMuNXDQAMjA7LuAG9WNpAAIxCaA2k9sCIAq1FUNXsAAAA=',
}

/** Returns a minimal valid file to attach, of the type at this index; indices past the last type start over. */
export function createSampleDocument(extensions: readonly Extension[], index: number): File {
  const extension = extensions[index % extensions.length] ?? 'pdf'
  const bytes = gunzipSync(Buffer.from(PACKED[extension], 'base64'))
  return new File([new Uint8Array(bytes)], `trial.${extension}`)
}
