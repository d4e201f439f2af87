import type { TranslatedText } from '../../content/translations/translation-state.ts'
import { valueAt } from '../../content/value-at.ts'
import type { ValuePath } from '../../content/yaml/source.ts'
import type { PageUpdate } from '../../dev/render-page.ts'
import { BODY_PATH_SEGMENT, formatValueName, type ValueLocation } from '../../dev/source-marks.ts'
import type { SchemaNode } from '../../scaffold/schema/node.ts'
import { createSerialQueue } from '../../serial-queue.ts'
import type { EditFailure } from '../changes/dry-run-edits.ts'
import type { Entry, FileChange, FileEdit } from '../files/entry.ts'
import type { FieldProblem } from '../files/http-errors.ts'
import type { SaveResult, StepResult } from '../files/save-queue.ts'
import type { FileSaveResult } from '../server/editor.ts'
import type { AffectedPages, ChangedFile } from '../server/git.ts'
import type { Choice, ListedFile } from '../server/list-files.ts'
import type { InitialValue, NewEntryRequest } from '../server/new-entry.ts'
import type { TranslateRequest } from '../server/translation.ts'
import { createDrafts, type Draft } from './drafts.ts'
import { createProposalClient } from './proposal-client.ts'

/** An error response from the server. The failed request wrote no files. */
export class ApiError extends Error {
  problems: FieldProblem[]
  conflict: { file: string; text?: string } | undefined
  /** The edits of a rejected proposal that cannot be applied; undefined for other requests. */
  failures: EditFailure[] | undefined
  constructor({ message, problems = [], conflict, failures }: Partial<ApiError> & { message: string }) {
    super(message)
    this.problems = problems
    this.conflict = conflict
    this.failures = failures
  }
}

/** Formats an error for display next to a field. Adds the location to problems in other fields. */
export function describeError({ problems, message, failures }: ApiError, { file, path }: ValueLocation): string {
  const isHere = (problem: FieldProblem) =>
    path.every((step, index) => index >= problem.path.length || problem.path[index] === step)
  const where = (problem: FieldProblem) =>
    problem.file === file && isHere(problem) ? '' : `${formatValueName(problem)}: `
  const reasons = problems.map((problem) => where(problem) + [problem.message, problem.help].filter(Boolean).join('. '))
  if (!failures && problems.some((problem) => problem.file === file && !isHere(problem)))
    reasons.push('Correct the other value as well. The editor then saves both.')
  return [...new Set(reasons)].join('\n') || message
}

/** Opens the connection to the server. @throws ApiError */
export async function openSession() {
  let token = ''
  const schemas = new Map<string, Promise<SchemaNode>>()

  async function call<T>(name: string, query: Record<string, string> = {}, payload?: Blob | object): Promise<T> {
    const isJson = payload !== undefined && !(payload instanceof Blob)
    const response = await fetch(`/@edit/${name}?${new URLSearchParams(query)}`, {
      method: payload === undefined ? 'GET' : 'POST',
      headers: { 'x-edit-token': token, ...(isJson && { 'content-type': 'application/json' }) },
      body: isJson ? JSON.stringify(payload) : (payload ?? null),
    }).catch(() => {
      throw new ApiError({
        message: 'The server is not responding. Check that it is still running, and that you are online.',
      })
    })
    const body = await response.json().catch(() => ({
      message: 'This server does not accept edits. Start it without --host and edit on the same machine.',
    }))
    if (!response.ok) throw new ApiError(body as ApiError)
    return body as T
  }

  /** @throws ApiError if the file does not exist */
  async function entry(file: string): Promise<Entry> {
    const found = await call<Entry | null>('entry', { file })
    if (found) return found
    throw new ApiError({ message: `${file} no longer exists.`, conflict: { file } })
  }
  /** Each save depends on the result of the previous one. */
  const inTurn = createSerialQueue()
  /** The values that this window last wrote. It is not a conflict if the file contains one of them. */
  const lastWritten = new Map<string, string>()
  const drafts = createDrafts()
  const opened = await call<{ token: string; changeSet?: string }>('session')
  token = opened.token
  return {
    /** Name of the change set to which the studio saves; undefined if the server writes files. */
    changeSet: opened.changeSet,
    /** Initial labels of the next undo and redo steps. Other windows may have added steps before the editor opened. */
    steps: await call<Partial<SaveResult>>('steps'),
    drafts,
    proposals: createProposalClient(call),
    entry,
    /** Returns a file type's schema, and caches it. */
    kind(name: string): Promise<SchemaNode> {
      const schema = schemas.get(name) ?? call<SchemaNode>('kind', { name })
      schemas.set(name, schema)
      return schema
    },
    choices: (of: string) => call<Choice[]>('choices', { of }),
    sample: (file: string, path: ValuePath, shape?: string) => call<InitialValue>('sample', {}, { file, path, shape }),
    /**
     * Saves a value, unless it has changed since it was read. If the server rejects the value, retries once together
     * with the other unsaved values in the file, which may make it valid.
     * @param also changes to save together with the value
     */
    saveValue: (read: Entry, change: FileChange, name: string, also: FileChange[] = []): Promise<SaveResult> =>
      inTurn(async () => {
        const { file, version, ...now } = await entry(read.file)
        const current = valueBefore(now, change)
        if (current !== valueBefore(read, change) && current !== lastWritten.get(keyOf(file, change)))
          throw new ApiError({ message: `${file} was changed in the meantime.`, conflict: { file } })
        const write = async (changes: FileChange[]) => {
          const edits: FileEdit[] = [{ file, version, changes }]
          const result = await call<SaveResult>('save', {}, { edits, name })
          for (const written of changes) lastWritten.set(keyOf(file, written), valueAfter(written))
          return result
        }
        return write([change, ...also]).catch(async (error: ApiError) => {
          const others = listOtherDrafts({ ...now, file, version }, change, Object.values(drafts.all()))
          if (others.length === 0) throw error
          // Apply the other changes first, because their paths refer to the file as it was before this change.
          const result = await write([...others.map((other) => other.change), change, ...also]).catch(() => {
            throw error
          })
          for (const { draft } of others) drafts.put({ ...draft, base: draft.text })
          return result
        })
      }),
    files: () => call<ListedFile[]>('files'),
    kinds: () => call<{ name: string; layouts: string[] }[]>('kinds'),
    create: (entry: NewEntryRequest) => call<FileSaveResult>('create', {}, entry),
    rename: (file: string, to: string) => call<FileSaveResult>('rename', {}, { file, to }),
    remove: (file: string) => call<SaveResult>('remove', {}, { file }),
    /** @returns the image's file name in the content folder */
    addPicture: (picture: File) => call<SaveResult & { name: string }>('picture', { name: picture.name }, picture),
    translation: (file: string) => call<TranslatedText[]>('translation', { file }),
    translate: (request: TranslateRequest) => inTurn(() => call<SaveResult>('translate', {}, request)),
    thumbnail: (name: string) => call<string>('thumbnail', { name }),
    warnings: (file: string) => call<FieldProblem[]>('remarks', { file }),
    changes: () => call<ChangedFile[] | null>('changes'),
    affectedPages: () => call<AffectedPages>('touched'),
    revert: (file: string) => call<SaveResult>('revert', {}, { file }),
    /** Renders a page with an unsaved Markdown body. @returns null if the content has errors */
    preview: (file: string, text: string, path: string) => call<PageUpdate | null>('preview', { path }, { file, text }),
    step: (direction: 'undo' | 'redo') => inTurn(() => call<StepResult>(direction, {}, {})),
  }
}

const keyOf = (file: string, change: FileChange) =>
  formatValueName({ file, path: change.kind === 'body' ? [BODY_PATH_SEGMENT] : change.path })

/** Serializes the value that a change replaces, or the whole list if the change inserts, removes or moves an entry. */
function valueBefore({ fields, body }: Pick<Entry, 'fields' | 'body'>, change: FileChange): string {
  if (change.kind === 'body') return body ?? ''
  const isOfList = change.kind !== 'set' && typeof change.path.at(-1) === 'number'
  return JSON.stringify([valueAt(fields, isOfList ? change.path.slice(0, -1) : change.path)])
}

/** Serializes the new value in the format of `valueBefore`. */
function valueAfter(change: FileChange): string {
  return change.kind === 'body' ? change.text : JSON.stringify([change.kind === 'set' ? change.value : undefined])
}

/**
 * Lists the file's other unsaved values, except those whose saved value has changed. Some values, such as a sum and its
 * parts, are valid only if saved together.
 */
function listOtherDrafts({ file, fields, body = '' }: Entry, change: FileChange, drafts: readonly Draft[]) {
  const own = change.kind === 'body' ? BODY_PATH_SEGMENT : change.path.join('\n')
  return drafts
    .filter(({ place }) => place.file === file && place.path.join('\n') !== own)
    .flatMap((draft) => {
      const { text, base, place } = draft
      const isBody = place.path[0] === BODY_PATH_SEGMENT
      const now = isBody ? body : valueAt(fields, place.path)
      if (String(now ?? '').trimEnd() !== base.trimEnd()) return []
      const value = typeof now === 'number' && Number.isFinite(Number(text)) ? Number(text) : text
      const other: FileChange = isBody ? { kind: 'body', text } : { kind: 'set', path: place.path, value }
      return [{ draft, change: other }]
    })
}

export type Session = Awaited<ReturnType<typeof openSession>>
