import { isUtf8 } from 'node:buffer'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { FieldPath, isShallow } from '../../content/yaml/value-change.ts'
import type { UnsavedPreview } from '../../dev/render-page.ts'
import type { EditRequestHandler } from '../../dev/server.ts'
import { reportInternalError } from '../../diagnostics/failure.ts'
import { isLoopback, readHost } from '../../preview/hosts.ts'
import { ContentEdit, MAX_EDITS } from '../changes/change-set.ts'
import { ChangesRejected } from '../changes/effect.ts'
import { MAX_NAME_LENGTH } from '../changes/set-name.ts'
import { FileEdit, getTypeSchema } from '../files/entry.ts'
import { ConflictError, HttpError, ValidationError } from '../files/http-errors.ts'
import { MAX_PICTURE_BYTES } from '../files/picture.ts'
import type { Editor } from './editor.ts'
import { listEntryTypes, NewEntryRequest } from './new-entry.ts'
import { TranslateRequest } from './translation.ts'

export const EDIT_PATH_PREFIX = '/@edit/'
/** Size limit of JSON bodies, in bytes. */
const MAX_BODY = 2 << 20
const PICTURE = 'POST picture'

/** Which pages may use the editor. */
export interface EditAccess {
  /** Origin of the pages; undefined for any loopback address. */
  origin?: string
  /** Returns the token for a request's session; by default, all pages have the same one. */
  token?(request: IncomingMessage): string
}

interface ApiRequest {
  query: URLSearchParams
  /** The parsed JSON body. */
  body: unknown
  /** The raw body. */
  bytes: Buffer
  token: string
}
type Handler = (request: ApiRequest) => unknown

const file = z.string()
const Save = z.object({
  edits: z
    .array(FileEdit)
    .min(1)
    .max(100)
    .refine((edits) => new Set(edits.map(({ file }) => file)).size === edits.length, 'a file occurs twice')
    .refine((edits) => edits.flatMap(({ changes }) => changes).length <= MAX_EDITS, `more than ${MAX_EDITS} changes`),
  name: z.string().max(200).default('a change'),
})
/** A change set. */
const Named = z.object({ name: z.string().max(2 * MAX_NAME_LENGTH) })
/** A change set with the hash of its edits that the person has seen. */
const Seen = Named.extend({ hash: z.string().max(64) })

/**
 * Handles requests from the editor. Accepts only requests from this server's pages.
 * @param access by default, pages on this machine have access until the server ends
 */
export function createEditApi(
  editor: Editor,
  preview: UnsavedPreview['render'],
  access: EditAccess = {},
): EditRequestHandler['handle'] {
  const fixedToken = createToken()
  const handlers: Readonly<Record<string, Handler>> = {
    'GET session': ({ token }) => ({ token, changeSet: editor.changeSet }),
    // Returns null instead of an error status if an open file has been deleted, because browsers log error statuses.
    'GET entry': ({ query }) => editor.find(query.get('file') ?? ''),
    'GET steps': () => editor.steps(),
    'GET kind': ({ query }) => getTypeSchema(query.get('name') ?? ''),
    'GET choices': ({ query }) => editor.choices(query.get('of') ?? ''),
    'GET files': () => editor.files(),
    'GET kinds': () => listEntryTypes(),
    'GET thumbnail': ({ query }) => editor.thumbnail(query.get('name') ?? ''),
    'GET remarks': ({ query }) => editor.remarks(query.get('file') ?? ''),
    'GET translation': ({ query }) => editor.translation(query.get('file') ?? ''),
    'GET changes': () => editor.changedFiles(),
    'GET touched': () => editor.affectedPages(),
    'POST sample': withBody(z.object({ file, path: FieldPath, shape: z.string().optional() }), (body) =>
      editor.sample(body.file, body.path, body.shape),
    ),
    'POST save': withBody(Save, ({ edits, name }) => editor.save(edits, name)),
    'POST translate': withBody(TranslateRequest, (body) => editor.translate(body)),
    'POST create': withBody(NewEntryRequest, (body) => editor.create(body)),
    'POST rename': withBody(z.object({ file, to: z.string().max(200) }), (body) => editor.rename(body.file, body.to)),
    'POST remove': withBody(z.object({ file }), (body) => editor.remove(body.file)),
    'POST revert': withBody(z.object({ file }), (body) => editor.revert(body.file)),
    [PICTURE]: ({ query, bytes }) => editor.addPicture(query.get('name') ?? '', bytes),
    'POST preview': withBody(z.object({ file, text: z.string() }), (body, query) =>
      preview(editor.preview(body.file, body.text), query.get('path') ?? '/'),
    ),
    'GET proposals': () => editor.changes.list(),
    'GET proposal': ({ query }) => editor.changes.effect(query.get('name') ?? ''),
    'POST propose': withBody(Named.extend({ edits: z.array(ContentEdit).min(1).max(100) }), ({ name, edits }) =>
      editor.changes.propose(name, { edits, author: 'editor' }),
    ),
    'POST approve': withBody(Seen, ({ name, hash }) => editor.changes.approve(name, hash)),
    'POST withdraw': withBody(Named, ({ name }) => editor.changes.withdraw(name)),
    'POST apply': withBody(Seen, async ({ name, hash }) => {
      await editor.changes.apply(name, { seen: hash })
      return editor.steps()
    }),
    'POST discard': withBody(Named, ({ name }) => editor.changes.discard(name)),
    'POST resolve': withBody(
      Seen.extend({
        index: z.int().min(0),
        now: z
          .unknown()
          .optional()
          .refine((value) => isShallow(value)),
      }),
      ({ name, hash, index, now }) => editor.changes.resolve(name, index, hash, now),
    ),
    'POST undo': () => editor.step('undo'),
    'POST redo': () => editor.step('redo'),
  }

  return async (request, response, url) => {
    try {
      const name = `${request.method} ${url.pathname.slice(EDIT_PATH_PREFIX.length)}`
      checkOrigin(request, access.origin)
      const token = access.token?.(request) ?? fixedToken
      if (name !== 'GET session') checkToken(request, token)
      const handle = Object.hasOwn(handlers, name) ? handlers[name] : undefined
      if (!handle) throw new HttpError('Unknown endpoint.', 404)
      const isPost = request.method === 'POST'
      const bytes = isPost ? await readBody(request, name === PICTURE ? MAX_PICTURE_BYTES : MAX_BODY) : Buffer.alloc(0)
      const body = isPost && name !== PICTURE ? parseJsonBody(request, bytes) : undefined
      end(response, 200, (await handle({ query: url.searchParams, body, bytes, token })) ?? null)
    } catch (error) {
      end(response, error instanceof HttpError ? error.status : 500, {
        message: error instanceof HttpError ? error.message : reportInternalError(error),
        ...(error instanceof ValidationError && { problems: error.problems }),
        ...(error instanceof ChangesRejected && { failures: error.failures, problems: error.problems }),
        ...(error instanceof ConflictError && { conflict: { file: error.file, text: error.text } }),
      })
    }
  }
}

/** Creates a handler that rejects all requests. @param reason a sentence */
export function createEditRefusal(reason: string): EditRequestHandler['handle'] {
  return async (_, response) => end(response, 403, { message: `Editing is off. ${reason}` })
}

/** Creates a token that only this server's pages can read. */
function createToken(): string {
  return randomBytes(24).toString('base64url')
}

/** @throws HttpError if the request does not have the token */
function checkToken({ headers }: IncomingMessage, token: string): void {
  const [sent, expected] = [String(headers['x-edit-token'] ?? ''), token].map((text) => Buffer.from(text))
  if (!sent || !expected || sent.length !== expected.length || !timingSafeEqual(sent, expected))
    throw new HttpError('This page was loaded before the server restarted. Reload it.', 403)
}

/**
 * Rejects requests from pages of other sites.
 * @param own origin of this server's pages; by default, rejects requests from other machines, too
 * @throws HttpError
 */
function checkOrigin(request: IncomingMessage, own?: string): void {
  const { host, origin, 'sec-fetch-site': site } = request.headers
  const expected = own ?? (isLoopback(readHost(request)) ? `http://${host}` : undefined)
  const isSameOrigin = expected !== undefined && (origin === undefined || origin === expected)
  if (!isSameOrigin || (site !== undefined && site !== 'same-origin'))
    throw new HttpError('Only pages from this server may edit content.', 403)
}

function end(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}

/** @throws HttpError if the body exceeds `largest` bytes */
async function readBody(request: IncomingMessage, largest: number): Promise<Buffer> {
  const tooLarge = () => new HttpError(`Request body exceeds ${largest >> 20} MB.`, 413)
  if (Number(request.headers['content-length']) > largest) throw tooLarge()
  const parts: Buffer[] = []
  let size = 0
  // Keep the connection open, so that the client can read the 413 response.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length
    if (size > largest) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Parses a JSON body. Requires the JSON content type, which other sites cannot send without a CORS preflight. */
function parseJsonBody({ headers }: IncomingMessage, bytes: Buffer): unknown {
  if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
    throw new HttpError('Content-Type must be application/json.', 415)
  try {
    if (isUtf8(bytes)) return JSON.parse(bytes.toString('utf8'))
  } catch {
    // Invalid JSON is reported below.
  }
  throw new HttpError('Invalid JSON.', 400)
}

/** Returns a handler that first validates the body. @throws HttpError if the body does not match the schema */
function withBody<Schema extends z.ZodType>(
  schema: Schema,
  handle: (body: z.infer<Schema>, query: URLSearchParams) => unknown,
): Handler {
  return ({ body, query }) => {
    const { success, data, error } = schema.safeParse(body)
    if (success) return handle(data, query)
    throw new HttpError(`Invalid request: ${z.prettifyError(error).replace(/\s+/g, ' ')}`, 400)
  }
}
