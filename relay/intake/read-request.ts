import { promisify } from 'node:util'
import { type ParsedAnswers, parseFormEntries, parseJsonAnswers } from '@northshelf/site/forms/answers.ts'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import { MAX_FIELDS } from '@northshelf/site/forms/fields.ts'
import { getMaxBytes, getMaxSubmissionBytes, listFileFields } from '@northshelf/site/forms/kinds/file/file-fields.ts'
import { getFieldType } from '@northshelf/site/forms/kinds/get-field-type.ts'
import type { AnswerValue } from '@northshelf/site/forms/value.ts'
import express, { type Request, type Response } from 'express'
import { removeControlCharacters } from '../clean-text.ts'
import { HttpProblem, RequestAbortedError } from './http-problem.ts'
import {
  createNoSpaceProblem,
  type IntakeContext,
  type JsonObject,
  type LazyDraft,
  type RequestContext,
} from './intake.ts'
import { readFormBody, type TextEntry, type Upload } from './read-form.ts'

/** Parsed body of a request whose form is not known yet. */
export interface ParsedRequest {
  /** Undefined if the body is not JSON. */
  json: JsonObject | undefined
  /** Text fields of a form; empty for JSON. */
  entries: readonly TextEntry[]
  uploads: readonly Upload[]
  /** Names of submitted file fields that no form has. */
  strays: readonly string[]
}

/** Returns the last value of a field as text. */
export function getFieldText(post: ParsedRequest, name: string): string | undefined {
  if (!post.json) return post.entries.findLast((entry) => entry[0] === name)?.[1]
  const value = Object.hasOwn(post.json, name) ? post.json[name] : undefined
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}

/** Parses the answers in a request. Removes control characters, so that every target receives the same text. */
export function parsePostValues(contract: Contract, post: ParsedRequest): ParsedAnswers {
  const { values, problems } = post.json
    ? parseJsonAnswers(getFieldType, contract, post.json)
    : parseFormEntries(getFieldType, contract, post.entries)
  const cleaned = Object.entries(values).map(([name, value]): [string, AnswerValue] => [name, cleanAnswer(value)])
  return { values: Object.fromEntries(cleaned), problems }
}

function cleanAnswer(value: AnswerValue): AnswerValue {
  if (typeof value === 'string') return removeControlCharacters(value).trim()
  return Array.isArray(value) ? value.map(removeControlCharacters) : value
}

const FORM_TYPES = ['multipart/form-data', 'application/x-www-form-urlencoded']

/** Reads the body of a request: form fields into `context`, files into `draft`. @throws HttpProblem, RequestAbortedError */
export async function readRequest(
  intake: IntakeContext,
  req: Request,
  res: Response,
  context: RequestContext,
  draft: LazyDraft,
): Promise<ParsedRequest> {
  const { config, forms } = intake
  const refusal = (await intake.hasSpace()) ? undefined : createNoSpaceProblem()
  // Reads a form submitted without JavaScript even if space is low, so that the error page can show its answers.
  if (refusal && !(context.html && req.is(FORM_TYPES))) throw refusal
  // The `close` event has already fired; reading would never end.
  if (req.destroyed) throw new RequestAbortedError()
  const isJson = req.is('application/json') && context.endpoint !== 'submit-application'
  if (!isJson && !req.is(FORM_TYPES))
    throw new HttpProblem('media-type', 'The content type is not supported; send a form.')
  if (isJson) return { json: await intake.readJson(req, res), entries: [], uploads: [], strays: [] }
  if (req.get('content-encoding'))
    throw new HttpProblem('media-type', 'The content encoding is not supported; send the body unencoded.')
  const fileFields = Object.values(forms.forms)
    .filter(({ endpoint }) => endpoint === context.endpoint)
    .flatMap(listFileFields)
  const read = await readFormBody(req, {
    limits: {
      body: getMaxSubmissionBytes(Object.values(forms.forms)) + config.limits.bodyBytes,
      texts: config.limits.bodyBytes,
      fields: MAX_FIELDS,
      file: Math.max(0, ...fileFields.map(getMaxBytes)),
      files: Math.max(0, ...fileFields.map(({ multiple = 1 }) => multiple)),
    },
    fileFields: new Set(refusal ? [] : fileFields.map(({ name }) => name)),
    storeFile: (source) => draft.storeFile(source),
    entries: context.entries,
  })
  if (refusal) throw refusal
  return { json: undefined, entries: context.entries, ...read }
}

/**
 * Creates a function that reads a JSON object from a request.
 * @throws HttpProblem, or RequestAbortedError if the sender disconnected
 */
export function createJsonReader(maxBytes: number) {
  const parse = promisify(express.json({ limit: maxBytes, strict: true, inflate: false }))
  return async (req: Request, res: Response): Promise<JsonObject> => {
    await parse(req, res).catch((error: { type?: string }) => {
      throw error.type === 'request.aborted' ? new RequestAbortedError() : error
    })
    const body: unknown = req.body
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new HttpProblem('malformed', 'The body must be a JSON object.')
    if (Object.keys(body).length > MAX_FIELDS) throw new HttpProblem('too-many-fields', 'The form has too many fields.')
    return body as JsonObject
  }
}
