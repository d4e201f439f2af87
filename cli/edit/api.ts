import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Content } from '../../src/collections/content.ts'
import type { Path } from '../content/source.ts'
import { describeKind } from './described.ts'
import type { Edit, Editor } from './editor.ts'
import { listKinds, type Wish } from './new-entry.ts'
import { LARGEST_PICTURE } from './picture.ts'
import { Conflict, Faulty, Refused } from './refusals.ts'

/** Where pages ask and write. */
export const EDIT = '/@edit/'
/** More than any text of a site; pictures have an address of their own. */
const LARGEST = 2 << 20
const NOTHING = Buffer.alloc(0)

interface Asked {
  query: URLSearchParams
  /** What was sent, already parsed. */
  sent: unknown
  /** A picture. */
  bytes: Buffer
}
type Answer = (asked: Asked) => unknown

/**
 * Answers pages of this server that are being edited. Only they know the token; other sites can neither read it nor
 * send it, and a name that somebody else points at this machine is no name of this server.
 */
export function createEditApi(
  editor: Editor,
  preview: (content: Promise<Content | undefined>, path: string) => unknown,
) {
  const token = randomBytes(24).toString('base64url')
  const answers: Readonly<Record<string, Answer>> = {
    'GET session': () => ({ token }),
    'GET entry': ({ query }) => editor.read(query.get('file') ?? ''),
    'GET kind': ({ query }) => describeKind(query.get('name') ?? ''),
    'GET choices': ({ query }) => editor.choices(query.get('of') ?? ''),
    'POST sample': ({ sent }) => {
      const { path } = (sent ?? {}) as { path?: Path }
      const { file = '', shape } = textsOf(sent, 'file', 'shape')
      if (!isPath(path)) throw new Refused('This is no path.', 400)
      return editor.sample(file, path as Path, shape)
    },
    'POST save': ({ sent }) => {
      const { edits, name } = checkedSave(sent)
      return editor.save(edits, name)
    },
    'GET files': () => editor.files(),
    'GET kinds': () => listKinds(),
    'POST create': ({ sent }) => editor.create(textsOf(sent, 'kind', 'slug', 'layout') as Wish),
    'POST rename': ({ sent }) => {
      const { file = '', to = '' } = textsOf(sent, 'file', 'to')
      return editor.rename(file, to)
    },
    'POST remove': ({ sent }) => editor.remove(textsOf(sent, 'file').file ?? ''),
    'POST picture': ({ query, bytes }) => editor.addPicture(query.get('name') ?? '', bytes),
    'GET changes': () => editor.changes(),
    'POST revert': ({ sent }) => editor.revert(textsOf(sent, 'file').file ?? ''),
    'POST preview': ({ query, sent }) => {
      const { file = '', text = '' } = textsOf(sent, 'file', 'text')
      return preview(editor.preview(file, text), query.get('path') ?? '/')
    },
    'POST undo': () => editor.step('undo'),
    'POST redo': () => editor.step('redo'),
  }

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const end = (status: number, body: unknown) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(JSON.stringify(body))
    try {
      const name = `${request.method} ${url.pathname.slice(EDIT.length)}`
      const answer = Object.hasOwn(answers, name) ? answers[name] : undefined
      checkOrigin(request)
      if (name !== 'GET session') checkToken(request, token)
      if (!answer) throw new Refused('There is no such address.', 404)
      const isPicture = name === 'POST picture'
      const bytes = request.method === 'POST' ? await readAll(request, isPicture ? LARGEST_PICTURE : LARGEST) : NOTHING
      const sent = bytes === NOTHING || isPicture ? undefined : parseJson(request, bytes)
      end(200, (await answer({ query: url.searchParams, sent, bytes })) ?? null)
    } catch (error) {
      if (!(error instanceof Refused)) return end(500, { message: error instanceof Error ? error.message : `${error}` })
      end(error.status, {
        message: error.message,
        ...(error instanceof Faulty && { problems: error.problems }),
        ...(error instanceof Conflict && { conflict: { file: error.file, text: error.text } }),
      })
    }
  }
}
export type EditApi = ReturnType<typeof createEditApi>

/** Names of this machine for itself. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

/** Whether only this machine can ask at an address to listen on. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host) || host === '::1'
}

/** @throws Refused for whoever is not a page of this server */
function checkOrigin({ headers }: IncomingMessage): void {
  const { host = '', origin, 'sec-fetch-site': site } = headers
  const isOwn = LOOPBACK.test(host) && (origin === undefined || origin === `http://${host}`)
  if (!isOwn || (site !== undefined && site !== 'same-origin'))
    throw new Refused('Only pages of this server may edit.', 403)
}

function checkToken({ headers }: IncomingMessage, token: string): void {
  const given = Buffer.from(String(headers['x-edit-token'] ?? ''))
  if (given.length !== token.length || !timingSafeEqual(given, Buffer.from(token)))
    throw new Refused('This page was loaded before the server started. Load it again.', 403)
}

async function readAll(request: IncomingMessage, largest: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > largest) throw new Refused(`This is too much: at most ${largest >> 20} MB.`, 413)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function parseJson({ headers }: IncomingMessage, bytes: Buffer): unknown {
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) throw new Refused('JSON is needed.', 415)
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new Refused('This is no JSON.', 400)
  }
}

/** The texts of those names in what was sent. */
function textsOf<Name extends string>(sent: unknown, ...names: Name[]): Partial<Record<Name, string>> {
  const all = (sent ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    names.flatMap((name) => (typeof all[name] === 'string' ? [[name, all[name]]] : [])),
  ) as Partial<Record<Name, string>>
}

function checkedSave(sent: unknown): { edits: Edit[]; name: string } {
  const { edits, name } = (sent ?? {}) as { edits?: Edit[]; name?: string }
  const isChange = (change: Edit['changes'][number]) =>
    change?.kind === 'body'
      ? typeof change.text === 'string'
      : ['set', 'remove', 'insert', 'move'].includes(change?.kind) &&
        isPath(change.path) &&
        (change.kind !== 'move' || Number.isInteger(change.to)) &&
        (change.kind === 'remove' || change.kind === 'move' || isValue(change.value))
  const isEdit = (edit: Edit) =>
    typeof edit?.file === 'string' &&
    typeof edit.version === 'string' &&
    Array.isArray(edit.changes) &&
    edit.changes.every(isChange)
  if (!Array.isArray(edits) || edits.length === 0 || !edits.every(isEdit)) throw new Refused('This is no save.', 400)
  return { edits, name: typeof name === 'string' ? name.slice(0, 80) : 'a change' }
}

/** What YAML can say and content says. */
function isValue(value: unknown): boolean {
  if (value === undefined || value === null) return false
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object') return true
  return Object.values(value).every(isValue) && !Object.hasOwn(value, '__proto__')
}

function isPath(path: unknown): boolean {
  return (
    Array.isArray(path) && path.length > 0 && path.every((step) => typeof step === 'string' || Number.isInteger(step))
  )
}
