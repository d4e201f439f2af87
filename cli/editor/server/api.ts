import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Content } from '@northshelf/site/collections/content.ts'
import { z } from 'zod'
import type { EditRequestHandler } from '../../dev/server.ts'
import { checkOrigin, createToken } from './authorize.ts'
import { FieldPath, FileEdit } from './change.ts'
import type { Editor } from './editor.ts'
import { getTypeSchema } from './file-types.ts'
import { ConflictError, HttpError, ValidationError } from './http-errors.ts'
import { listEntryTypes } from './new-entry.ts'
import { MAX_PICTURE_BYTES } from './picture.ts'
import { parseJsonBody, readBody } from './read-body.ts'

/** Path prefix of all editor requests. */
export const EDIT_PATH_PREFIX = '/@edit/'
/** Size limit of JSON bodies, in bytes. */
const MAX_BODY = 2 << 20
const PICTURE = 'POST picture'

interface ApiRequest {
  query: URLSearchParams
  /** The parsed JSON body. */
  body: unknown
  /** The raw body. */
  bytes: Buffer
}
type Handler = (request: ApiRequest) => unknown

const file = z.string()
const Save = z.object({
  edits: z
    .array(FileEdit)
    .min(1)
    .max(100)
    .refine((edits) => new Set(edits.map(({ file }) => file)).size === edits.length, 'a file occurs twice'),
  name: z.string().max(200).default('a change'),
})
const NewEntryRequest = z.object({ kind: z.string(), slug: z.string().max(200), layout: z.string().optional() })

/** Handles requests from the editor. Accepts only requests from this server's pages. */
export function createEditApi(
  editor: Editor,
  preview: (content: Promise<Content | undefined>, path: string) => unknown,
): EditRequestHandler['answer'] {
  const token = createToken()
  const handlers: Readonly<Record<string, Handler>> = {
    'GET session': () => ({ token: token.value }),
    'GET entry': ({ query }) => editor.read(query.get('file') ?? ''),
    'GET steps': () => editor.steps(),
    'GET kind': ({ query }) => getTypeSchema(query.get('name') ?? ''),
    'GET choices': ({ query }) => editor.choices(query.get('of') ?? ''),
    'GET files': () => editor.files(),
    'GET kinds': () => listEntryTypes(),
    'GET thumbnail': ({ query }) => editor.thumbnail(query.get('name') ?? ''),
    'GET remarks': ({ query }) => editor.remarks(query.get('file') ?? ''),
    'GET changes': () => editor.changes(),
    'GET touched': () => editor.affectedPages(),
    'POST sample': withBody(z.object({ file, path: FieldPath, shape: z.string().optional() }), (body) =>
      editor.sample(body.file, body.path, body.shape),
    ),
    'POST save': withBody(Save, ({ edits, name }) => editor.save(edits, name)),
    'POST create': withBody(NewEntryRequest, (body) => editor.create(body)),
    'POST rename': withBody(z.object({ file, to: z.string().max(200) }), (body) => editor.rename(body.file, body.to)),
    'POST remove': withBody(z.object({ file }), (body) => editor.remove(body.file)),
    'POST revert': withBody(z.object({ file }), (body) => editor.revert(body.file)),
    [PICTURE]: ({ query, bytes }) => editor.addPicture(query.get('name') ?? '', bytes),
    'POST preview': withBody(z.object({ file, text: z.string() }), (body, query) =>
      preview(editor.preview(body.file, body.text), query.get('path') ?? '/'),
    ),
    'POST undo': () => editor.step('undo'),
    'POST redo': () => editor.step('redo'),
  }

  async function respond(request: IncomingMessage, url: URL): Promise<unknown> {
    const name = `${request.method} ${url.pathname.slice(EDIT_PATH_PREFIX.length)}`
    checkOrigin(request)
    if (name !== 'GET session') token.check(request)
    const handle = Object.hasOwn(handlers, name) ? handlers[name] : undefined
    if (!handle) throw new HttpError('Unknown endpoint.', 404)
    const isPost = request.method === 'POST'
    const bytes = isPost ? await readBody(request, name === PICTURE ? MAX_PICTURE_BYTES : MAX_BODY) : Buffer.alloc(0)
    const body = isPost && name !== PICTURE ? parseJsonBody(request, bytes) : undefined
    return handle({ query: url.searchParams, body, bytes })
  }

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    try {
      end(response, 200, (await respond(request, url)) ?? null)
    } catch (error) {
      if (!(error instanceof HttpError))
        return end(response, 500, { message: error instanceof Error ? error.message : `${error}` })
      end(response, error.status, {
        message: error.message,
        ...(error instanceof ValidationError && { problems: error.problems }),
        ...(error instanceof ConflictError && { conflict: { file: error.file, text: error.text } }),
      })
    }
  }
}

/** Rejects all requests to a server that other machines can reach. */
export const rejectEditing: EditRequestHandler['answer'] = async (_, response) =>
  end(response, 403, { message: 'Editing is off: other machines can reach this server. Restart it without --host.' })

function end(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
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
