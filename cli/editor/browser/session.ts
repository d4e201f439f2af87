import { valueAt } from '../../content/value-at.ts'
import type { Path } from '../../content/yaml/source.ts'
import { BODY, type Place } from '../../dev/marks.ts'
import type { OpenPage } from '../../dev/open-page.ts'
import type { Node } from '../../scaffold/schema/node.ts'
import type { AffectedPages } from '../server/affected-pages.ts'
import type { Edit, FileChange } from '../server/change.ts'
import type { Moved } from '../server/editor.ts'
import type { Entry } from '../server/entry.ts'
import type { ChangedFile } from '../server/git.ts'
import type { FieldProblem } from '../server/http-errors.ts'
import type { Choice, ListedFile } from '../server/list-files.ts'
import type { NewEntryRequest } from '../server/new-entry.ts'
import type { Sample } from '../server/sample.ts'
import type { Result } from '../server/saves.ts'
import { createDrafts, type Draft } from './drafts.ts'
import { nameOf } from './spots.ts'

/** An error response of the server; nothing was written. */
export class ApiError extends Error {
  problems: FieldProblem[]
  conflict: { file: string; text?: string } | undefined
  constructor({ message, problems = [], conflict }: Partial<ApiError> & { message: string }) {
    super(message)
    this.problems = problems
    this.conflict = conflict
  }
}

/** Returns the error text for a field; problems elsewhere are prefixed with their place. */
export function reasonsOf({ problems, message }: ApiError, { file, path }: Place): string {
  const isHere = (one: FieldProblem) =>
    path.every((step, index) => index >= one.path.length || one.path[index] === step)
  const where = (one: FieldProblem) => (one.file === file && isHere(one) ? '' : `${nameOf(one)}: `)
  const reasons = problems.map((one) => where(one) + [one.message, one.help].filter(Boolean).join('. '))
  if (problems.some((one) => one.file === file && !isHere(one)))
    reasons.push('Change the other, too: what belongs together is saved together.')
  return [...new Set(reasons)].join('\n') || message
}

/** Opens the connection to the dev server. @throws ApiError */
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
      throw new ApiError({ message: 'The server does not answer. Is "site dev" still running?' })
    })
    const body = await response.json().catch(() => ({
      message: 'This server takes no edits: it does so only for the machine it runs on, without --host.',
    }))
    if (!response.ok) throw new ApiError(body as ApiError)
    return body as T
  }

  const entry = (file: string) => ask<Entry>('entry', { file })
  let work: Promise<unknown> = Promise.resolve()
  /** Runs tasks one after another, because each save starts from the result of the previous one. */
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const result = work.then(task)
    work = result.catch(() => undefined)
    return result
  }

  /** The last values that this window wrote, which are not conflicts. */
  const lastWritten = new Map<string, string>()
  const drafts = createDrafts()
  token = (await ask<{ token: string }>('session')).token
  return {
    /** Undo and redo labels at the start of the session, which other windows may have left. */
    steps: await ask<Partial<Result>>('steps'),
    drafts,
    entry,
    /** Returns the schema of a file type, cached. */
    kind(name: string): Promise<Node> {
      const known = kinds.get(name) ?? ask<Node>('kind', { name })
      kinds.set(name, known)
      return known
    },
    choices: (of: string) => ask<Choice[]>('choices', { of }),
    sample: (file: string, path: Path, shape?: string) => ask<Sample>('sample', {}, { file, path, shape }),
    /**
     * Saves a value, unless it was changed since it was read. If the server rejects it, retries once together with the
     * other unsaved values of the file, which may make it valid.
     */
    saveValue: (read: Entry, change: FileChange, name: string): Promise<Result> =>
      inTurn(async () => {
        const { file, version, ...now } = await entry(read.file)
        const current = partOf(now, change)
        if (current !== partOf(read, change) && current !== lastWritten.get(placeOf(file, change)))
          throw new ApiError({ message: `${file} was changed in the meantime.`, conflict: { file } })
        const write = async (changes: FileChange[]) => {
          const edits: Edit[] = [{ file, version, changes }]
          const result = await ask<Result>('save', {}, { edits, name })
          for (const one of changes) lastWritten.set(placeOf(file, one), leftBy(one))
          return result
        }
        return write([change]).catch(async (refusal: ApiError) => {
          const others = listOtherDrafts({ ...now, file, version }, change, Object.values(drafts.all()))
          if (others.length === 0) throw refusal
          // The others come first, because their paths are those of the file as it was read.
          const result = await write([...others.map((one) => one.change), change]).catch(() => {
            throw refusal
          })
          for (const { draft } of others) drafts.put({ ...draft, base: draft.text })
          return result
        })
      }),
    files: () => ask<ListedFile[]>('files'),
    kinds: () => ask<{ name: string; layouts: string[] }[]>('kinds'),
    create: (wish: NewEntryRequest) => ask<Moved>('create', {}, wish),
    rename: (file: string, to: string) => ask<Moved>('rename', {}, { file, to }),
    remove: (file: string) => ask<Result>('remove', {}, { file }),
    /** @returns the file name in the content */
    addPicture: (picture: File) => ask<Result & { name: string }>('picture', { name: picture.name }, picture),
    thumbnail: (name: string) => ask<string>('thumbnail', { name }),
    remarks: (file: string) => ask<FieldProblem[]>('remarks', { file }),
    changes: () => ask<ChangedFile[]>('changes'),
    touched: () => ask<AffectedPages>('touched'),
    revert: (file: string) => ask<Result>('revert', {}, { file }),
    /** Renders a page with an unsaved body. */
    preview: (file: string, text: string, path: string) => ask<OpenPage | null>('preview', { path }, { file, text }),
    step: (way: 'undo' | 'redo') => inTurn(() => ask<Result>(way, {}, {})),
  }
}

const placeOf = (file: string, change: FileChange) =>
  nameOf({ file, path: change.kind === 'body' ? [BODY] : change.path })

/** Returns the value that a change depends on: the value itself, or the whole list for changes of entries. */
function partOf({ fields, body }: Pick<Entry, 'fields' | 'body'>, change: FileChange): string {
  if (change.kind === 'body') return body ?? ''
  const isOfList = change.kind !== 'set' && typeof change.path.at(-1) === 'number'
  return JSON.stringify([valueAt(fields, isOfList ? change.path.slice(0, -1) : change.path)])
}

/** Returns what `partOf` returns after a change of a value. */
function leftBy(change: FileChange): string {
  return change.kind === 'body' ? change.text : JSON.stringify([change.kind === 'set' ? change.value : undefined])
}

/**
 * Lists the other unsaved values of a file: a sum and its parts, for example, are valid only together. Values that were
 * changed in the file meanwhile are left out.
 */
function listOtherDrafts(
  { file, fields, body = '' }: Entry,
  change: FileChange,
  drafts: readonly Draft[],
): { draft: Draft; change: FileChange }[] {
  const own = change.kind === 'body' ? BODY : change.path.join('\n')
  return drafts
    .filter(({ place }) => place.file === file && place.path.join('\n') !== own)
    .flatMap((draft) => {
      const { text, base, place } = draft
      const isBody = place.path[0] === BODY
      const now = isBody ? body : valueAt(fields, place.path)
      if (String(now ?? '').trimEnd() !== base.trimEnd()) return []
      const value = typeof now === 'number' && Number.isFinite(Number(text)) ? Number(text) : text
      return [{ draft, change: isBody ? { kind: 'body', text } : { kind: 'set', path: place.path, value } }]
    })
}

export type Session = Awaited<ReturnType<typeof openSession>>
