import { valueAt } from '../../content/value-at.ts'
import type { Path } from '../../content/yaml/source.ts'
import { BODY, type Place } from '../../dev/marks.ts'
import type { OpenPage } from '../../dev/open-page.ts'
import type { Node } from '../../scaffold/schema/node.ts'
import type { Touched } from '../server/affected-pages.ts'
import type { Edit, FileChange } from '../server/change.ts'
import type { Entry } from '../server/entry.ts'
import type { ChangedFile } from '../server/git.ts'
import type { FieldProblem } from '../server/http-errors.ts'
import type { Choice, ListedFile } from '../server/list-files.ts'
import type { Wish } from '../server/new-entry.ts'
import type { Sample } from '../server/sample.ts'
import type { Result } from '../server/saves.ts'
import { createDrafts } from './drafts.ts'
import { nameOf } from './spots.ts'
import { listTypedBeside } from './typed-beside.ts'

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

/** The reasons at the field, each with its way out, and with its place where that is another. */
export function reasonsOf({ problems, message }: Refusal, { file, path }: Place): string {
  const isHere = (one: FieldProblem) =>
    path.every((step, index) => index >= one.path.length || one.path[index] === step)
  const where = (one: FieldProblem) => (one.file === file && isHere(one) ? '' : `${nameOf(one)}: `)
  const reasons = problems.map((one) => where(one) + [one.message, one.help].filter(Boolean).join('. '))
  if (problems.some((one) => one.file === file && !isHere(one)))
    reasons.push('Change the other, too: what belongs together is saved together.')
  return [...new Set(reasons)].join('\n') || message
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

  /** What this window wrote last, by place: whoever goes on before it is read again changes nobody else's. */
  const own = new Map<string, string>()
  const drafts = createDrafts()
  token = (await ask<{ token: string }>('session')).token
  return {
    /** What undo and redo would take back when the session began: this window may not be the first. */
    steps: await ask<Partial<Result>>('steps'),
    drafts,
    entry,
    /** The schema of a kind; asked for once. */
    kind(name: string): Promise<Node> {
      const known = kinds.get(name) ?? ask<Node>('kind', { name })
      kinds.set(name, known)
      return known
    },
    choices: (of: string) => ask<Choice[]>('choices', { of }),
    sample: (file: string, path: Path, shape?: string) => ask<Sample>('sample', {}, { file, path, shape }),
    /**
     * Something else of the file may have changed since it was read, but not the value itself. What is refused alone is
     * saved with what else is typed in the file, if that makes it right.
     */
    saveValue: (read: Entry, change: FileChange, name: string): Promise<Result> =>
      inTurn(async () => {
        const { file, version, ...now } = await entry(read.file)
        const stands = partOf(now, change)
        if (stands !== partOf(read, change) && stands !== own.get(placeOf(file, change)))
          throw new Refusal({ message: `${file} was changed in the meantime.`, conflict: { file } })
        const write = async (changes: FileChange[]) => {
          const edits: Edit[] = [{ file, version, changes }]
          const result = await ask<Result>('save', {}, { edits, name })
          for (const one of changes) own.set(placeOf(file, one), leftBy(one))
          return result
        }
        return write([change]).catch(async (refusal: Refusal) => {
          const others = listTypedBeside({ ...now, file, version }, change, Object.values(drafts.all()))
          if (others.length === 0) throw refusal
          // First those whose places are as they were when they were typed.
          const result = await write([...others.map((one) => one.change), change]).catch(() => {
            throw refusal
          })
          for (const { draft } of others) drafts.put({ ...draft, base: draft.text })
          return result
        })
      }),
    files: () => ask<ListedFile[]>('files'),
    kinds: () => ask<{ name: string; layouts: string[] }[]>('kinds'),
    create: (wish: Wish) => ask<Moved>('create', {}, wish),
    rename: (file: string, to: string) => ask<Moved>('rename', {}, { file, to }),
    remove: (file: string) => ask<Result>('remove', {}, { file }),
    /** @returns the name under which content shows it */
    addPicture: (picture: File) => ask<Result & { name: string }>('picture', { name: picture.name }, picture),
    thumbnail: (name: string) => ask<string>('thumbnail', { name }),
    /** What the check remarks of a file without refusing it. */
    remarks: (file: string) => ask<FieldProblem[]>('remarks', { file }),
    changes: () => ask<ChangedFile[]>('changes'),
    touched: () => ask<Touched>('touched'),
    revert: (file: string) => ask<Result>('revert', {}, { file }),
    /** The page of an address, with another text under the fields of a file that is not saved. */
    preview: (file: string, text: string, path: string) => ask<OpenPage | null>('preview', { path }, { file, text }),
    step: (way: 'undo' | 'redo') => inTurn(() => ask<Result>(way, {}, {})),
  }
}

const placeOf = (file: string, change: FileChange) =>
  nameOf({ file, path: change.kind === 'body' ? [BODY] : change.path })

/** What a change is about: a value itself, or all of the list that an entry comes to, goes from or is moved in. */
function partOf({ fields, body }: Pick<Entry, 'fields' | 'body'>, change: FileChange): string {
  if (change.kind === 'body') return body ?? ''
  const isOfList = change.kind !== 'set' && typeof change.path.at(-1) === 'number'
  return JSON.stringify([valueAt(fields, isOfList ? change.path.slice(0, -1) : change.path)])
}

/** The same after a change of a value itself. */
function leftBy(change: FileChange): string {
  return change.kind === 'body' ? change.text : JSON.stringify([change.kind === 'set' ? change.value : undefined])
}

export type Session = Awaited<ReturnType<typeof openSession>>
