import type { Path } from '../../../content/source.ts'
import { valueAt } from '../../../content/value-at.ts'
import type { Edit, FileChange } from '../../../edit/change.ts'
import type { Entry } from '../../../edit/entry.ts'
import type { ChangedFile } from '../../../edit/git.ts'
import type { Choice, ListedFile } from '../../../edit/listed.ts'
import type { Wish } from '../../../edit/new-entry.ts'
import type { FieldProblem } from '../../../edit/refusals.ts'
import type { Result } from '../../../edit/saves.ts'
import type { Touched } from '../../../edit/touched.ts'
import type { Node } from '../../../schema/node.ts'
import type { OpenPage } from '../../server.ts'
import { createDrafts } from './drafts.ts'

/** A file that is new or has another name, and the address of its page. */
export type Moved = Result & { file: string; address?: string }

/** Why nothing was written. */
export class Refusal extends Error {
  problems: FieldProblem[]
  conflict: { file: string; text?: string } | undefined
  constructor({ message, problems = [], conflict }: Partial<Refusal> & { message: string }) {
    super(message)
    this.problems = problems
    this.conflict = conflict
  }
}

/** The reasons at the field, each with its way out. */
export function reasonsOf({ problems, message }: Refusal, file: string): string {
  const where = (one: FieldProblem) => (one.file === file ? '' : `${one.file} · ${one.path.join('.')}: `)
  const reasons = problems.map((one) => where(one) + [one.message, one.help].filter(Boolean).join('. '))
  return reasons.join('\n') || message
}

/** The server of this page, as the editor asks it. @throws Refusal */
export async function openSession() {
  let token = ''
  const kinds = new Map<string, Promise<Node>>()

  async function ask<T>(name: string, query: Record<string, string> = {}, sent?: unknown): Promise<T> {
    const isPicture = sent instanceof Blob
    const response = await fetch(`/@edit/${name}?${new URLSearchParams(query)}`, {
      method: sent === undefined ? 'GET' : 'POST',
      headers: {
        ...(token && { 'x-edit-token': token }),
        ...(sent !== undefined && !isPicture && { 'content-type': 'application/json' }),
      },
      ...(sent !== undefined && { body: isPicture ? sent : JSON.stringify(sent) }),
    }).catch(() => {
      throw new Refusal({ message: 'The server does not answer. Is "site dev" still running?' })
    })
    const body = await response.json().catch(() => ({
      message: 'This server takes no edits: it does so only for the machine it runs on, without --host.',
    }))
    if (!response.ok) throw new Refusal(body as Refusal)
    return body as T
  }

  const entry = (file: string) => ask<Entry>('entry', { file })
  let work: Promise<unknown> = Promise.resolve()
  /** One after another: each save is made from what the one before has left. */
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const result = work.then(task)
    work = result.catch(() => undefined)
    return result
  }

  token = (await ask<{ token: string }>('session')).token
  return {
    /** What undo and redo would take back when the session began: this window may not be the first. */
    steps: await ask<Partial<Result>>('steps'),
    drafts: createDrafts(),
    entry,
    /** The schema of a kind; asked for once. */
    kind(name: string): Promise<Node> {
      const known = kinds.get(name) ?? ask<Node>('kind', { name })
      kinds.set(name, known)
      return known
    },
    choices: (of: string) => ask<Choice[]>('choices', { of }),
    sample: (file: string, path: Path, shape?: string) => ask<unknown>('sample', {}, { file, path, shape }),
    /** Something else of the file may have changed meanwhile, but not the value itself. */
    saveValue: (read: Entry, change: FileChange, name: string): Promise<Result> =>
      inTurn(async () => {
        const write = ({ file, version }: Entry) => {
          const edits: Edit[] = [{ file, version, changes: [change] }]
          return ask<Result>('save', {}, { edits, name })
        }
        try {
          return await write(read)
        } catch (refusal) {
          if (!(refusal as Refusal).conflict) throw refusal
          const now = await entry(read.file)
          if (partOf(now, change) !== partOf(read, change)) throw refusal
          return write(now)
        }
      }),
    files: () => ask<ListedFile[]>('files'),
    kinds: () => ask<{ name: string; layouts: string[] }[]>('kinds'),
    create: (wish: Wish) => ask<Moved>('create', {}, wish),
    rename: (file: string, to: string) => ask<Moved>('rename', {}, { file, to }),
    remove: (file: string) => ask<Result>('remove', {}, { file }),
    /** @returns the name under which content shows it */
    addPicture: (picture: File) => ask<Result & { name: string }>('picture', { name: picture.name }, picture),
    changes: () => ask<ChangedFile[]>('changes'),
    touched: () => ask<Touched>('touched'),
    revert: (file: string) => ask<Result>('revert', {}, { file }),
    /** The page of an address, with another text under the fields of a file that is not saved. */
    preview: (file: string, text: string, path: string) => ask<OpenPage | null>('preview', { path }, { file, text }),
    step: (way: 'undo' | 'redo') => ask<Result>(way, {}, {}),
  }
}

/** What a change is about: a value itself, or all of the list that an entry is one of. */
function partOf({ fields, body }: Entry, change: FileChange): string {
  if (change.kind === 'body') return body ?? ''
  return JSON.stringify([valueAt(fields, change.kind === 'set' ? change.path : change.path.slice(0, -1))])
}

export type Session = Awaited<ReturnType<typeof openSession>>
