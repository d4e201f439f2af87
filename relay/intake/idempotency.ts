import { createHash } from 'node:crypto'
import { TRANSPORT_FIELDS } from '@northshelf/site/forms/fields.ts'
import type { AnswerValues } from '@northshelf/site/forms/value.ts'
import type { Request } from 'express'
import { Problem } from '../http/problem.ts'
import type { Upload } from '../http/read-form.ts'
import { getFieldText, type ParsedRequest } from './read-request.ts'

const KEY = /^[\x21-\x7e]{1,200}$/

/** Returns a request's idempotency key. @throws Problem 400 if the key is invalid */
export function getIdempotencyHeader(req: Request): string | undefined {
  const key = req
    .get('idempotency-key')
    ?.trim()
    .replace(/^"(.*)"$/, '$1')
  if (key === undefined || KEY.test(key)) return key
  throw new Problem('idempotency-key', 'The idempotency key must be 1 to 200 visible ASCII characters.')
}

export function getHiddenIdempotencyKey(post: ParsedRequest): string | undefined {
  const key = getFieldText(post, TRANSPORT_FIELDS.key)?.trim()
  return key && KEY.test(key) ? key : undefined
}

/** Hashes answers and files. The hash does not depend on their order or on the request's encoding. */
export function fingerprintSubmission(formType: string, values: AnswerValues, uploads: readonly Upload[]): string {
  const sorted = (entries: [string, unknown][]) => entries.sort(([one], [other]) => (one < other ? -1 : 1))
  const files = uploads.map(({ field, name, size, sha256 }): [string, unknown] => [field, [name, size, sha256]])
  return createHash('sha256')
    .update(JSON.stringify([formType, sorted(Object.entries(values)), sorted(files)]))
    .digest('hex')
}
