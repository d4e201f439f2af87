import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Content } from '@northshelf/site/collections/content.ts'
import { z } from 'zod'
import type { EditRequests } from '../../dev/server.ts'
import { checkOrigin, createToken } from './authorize.ts'
import { Edit, FieldPath } from './change.ts'
import type { Editor } from './editor.ts'
import { describeKind } from './file-types.ts'
import { Conflict, Faulty, Refused } from './http-errors.ts'
import { listKinds } from './new-entry.ts'
import { LARGEST_PICTURE } from './picture.ts'
import { parseSent, readSent } from './read-body.ts'

/** Path prefix of all editor requests. */
export const EDIT = '/@edit/'
/** More than any text of a site; pictures have an address of their own. */
const LARGEST = 2 << 20
const PICTURE = 'POST picture'

interface Asked {
  query: URLSearchParams
  /** What was sent, already parsed. */
  sent: unknown
  /** A picture. */
  bytes: Buffer
}
type Answer = (asked: Asked) => unknown

const file = z.string()
const Save = z.object({
  edits: z
    .array(Edit)
    .min(1)
    .max(100)
    .refine((edits) => new Set(edits.map((one) => one.file)).size === edits.length, 'a file is named twice'),
  name: z.string().max(200).default('a change'),
})
const Wish = z.object({ kind: z.string(), slug: z.string().max(200), layout: z.string().optional() })

/** Answers pages of this server that are being edited, and nobody else. */
export function createEditApi(
  editor: Editor,
  preview: (content: Promise<Content | undefined>, path: string) => unknown,
): EditRequests['answer'] {
  const token = createToken()
  const answers: Readonly<Record<string, Answer>> = {
    'GET session': () => ({ token: token.value }),
    'GET entry': ({ query }) => editor.read(query.get('file') ?? ''),
    'GET steps': () => editor.steps(),
    'GET kind': ({ query }) => describeKind(query.get('name') ?? ''),
    'GET choices': ({ query }) => editor.choices(query.get('of') ?? ''),
    'GET files': () => editor.files(),
    'GET kinds': () => listKinds(),
    'GET thumbnail': ({ query }) => editor.thumbnail(query.get('name') ?? ''),
    'GET remarks': ({ query }) => editor.remarks(query.get('file') ?? ''),
    'GET changes': () => editor.changes(),
    'GET touched': () => editor.touched(),
    'POST sample': taking(z.object({ file, path: FieldPath, shape: z.string().optional() }), (sent) =>
      editor.sample(sent.file, sent.path, sent.shape),
    ),
    'POST save': taking(Save, ({ edits, name }) => editor.save(edits, name)),
    'POST create': taking(Wish, (wish) => editor.create(wish)),
    'POST rename': taking(z.object({ file, to: z.string().max(200) }), (sent) => editor.rename(sent.file, sent.to)),
    'POST remove': taking(z.object({ file }), (sent) => editor.remove(sent.file)),
    'POST revert': taking(z.object({ file }), (sent) => editor.revert(sent.file)),
    [PICTURE]: ({ query, bytes }) => editor.addPicture(query.get('name') ?? '', bytes),
    'POST preview': ({ query, ...asked }) =>
      taking(z.object({ file, text: z.string() }), (sent) =>
        preview(editor.preview(sent.file, sent.text), query.get('path') ?? '/'),
      )({ query, ...asked }),
    'POST undo': () => editor.step('undo'),
    'POST redo': () => editor.step('redo'),
  }

  async function answer(request: IncomingMessage, url: URL): Promise<unknown> {
    const name = `${request.method} ${url.pathname.slice(EDIT.length)}`
    checkOrigin(request)
    if (name !== 'GET session') token.check(request)
    const make = Object.hasOwn(answers, name) ? answers[name] : undefined
    if (!make) throw new Refused('There is no such address.', 404)
    const isPost = request.method === 'POST'
    const bytes = isPost ? await readSent(request, name === PICTURE ? LARGEST_PICTURE : LARGEST) : Buffer.alloc(0)
    const sent = isPost && name !== PICTURE ? parseSent(request, bytes) : undefined
    return make({ query: url.searchParams, sent, bytes })
  }

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    try {
      end(response, 200, (await answer(request, url)) ?? null)
    } catch (error) {
      if (!(error instanceof Refused))
        return end(response, 500, { message: error instanceof Error ? error.message : `${error}` })
      end(response, error.status, {
        message: error.message,
        ...(error instanceof Faulty && { problems: error.problems }),
        ...(error instanceof Conflict && { conflict: { file: error.file, text: error.text } }),
      })
    }
  }
}
/** Where others than this machine could ask, nobody may. */
export const editingIsOff: EditRequests['answer'] = async (_, response) =>
  end(response, 403, { message: 'Editing is off, because others can reach this server. Start it without --host.' })

function end(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}

/** @throws Refused for what does not have the shape */
function taking<Shape extends z.ZodType>(shape: Shape, make: (sent: z.infer<Shape>) => unknown): Answer {
  return ({ sent }) => {
    const { success, data, error } = shape.safeParse(sent)
    if (success) return make(data)
    throw new Refused(`This was not understood: ${z.prettifyError(error).replace(/\s+/g, ' ')}`, 400)
  }
}
