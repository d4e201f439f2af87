import { isDeepStrictEqual } from 'node:util'
import { appendEdits, ChangeSet, type ContentEdit, joinAuthors } from '../changes/change-set.ts'
import { formatChangeSet } from '../changes/change-store.ts'
import type { Changes } from '../changes/changes.ts'
import { applyEdits, type DryRunResult } from '../changes/dry-run-edits.ts'
import type { FileWrite } from '../files/content-store.ts'
import { HttpError } from '../files/http-errors.ts'
import { createSaveQueue, type Save } from '../files/save-queue.ts'
import { requireNoNewErrors, type Workspace } from './workspace.ts'

/** Memory limit of the undo history in bytes. */
const UNDO_BYTES = 5_000_000

/** A change set that is applied to the content in memory. */
export interface AppliedChangeSet {
  /** Returns the result of the last `load`. @throws HttpError if there was none */
  current(): DryRunResult
  /** Reads the content and the change set. `set` is undefined if there are no edits. */
  load(): Promise<{ set: ChangeSet | undefined; result: DryRunResult }>
  dryRun(before: DryRunResult['before'], edits: readonly ContentEdit[]): Promise<DryRunResult>
}

interface ChangeSetOptions {
  folder: string
  changes: Changes
  /** Name of the change set. */
  name: string
  author: string
  applied: AppliedChangeSet
  /** Called after the change set has been written. Resolves when the pages have been updated. */
  onSaved(): Promise<unknown>
}

type PlannedEdits<T> = Omit<Save<T>, 'files'> & { edits: readonly ContentEdit[] }

/** Opens the content with a change set applied. Saves add edits to the change set; undo restores an earlier version of it. */
export function openChangeSet({ folder, changes, name, author, applied, onSaved }: ChangeSetOptions): Workspace {
  const write = async (files: readonly FileWrite[]) => {
    for (const { before, after } of files) await changes.replace(name, parse(before), parse(after))
  }
  const queue = createSaveQueue({ write }, async () => undefined, onSaved, UNDO_BYTES)

  /** Replaces the edits. @throws HttpError or ValidationError if this introduces an error */
  const save = <T>(plan: (base: DryRunResult) => PlannedEdits<T> | Promise<PlannedEdits<T>>) =>
    queue.put<T>(async () => {
      const { set, result: base } = await applied.load()
      const { edits: planned, ...step } = await plan(base)
      const edits = planned.filter((edit) => !isWithoutEffect(edit))
      const authors = joinAuthors(set?.author, author)
      const text =
        edits.length > 0
          ? formatChangeSet({ ...set, version: 1, author: authors, approved: undefined, edits })
          : undefined
      const after = text === undefined ? undefined : Buffer.from(text)
      const result = await applied.dryRun(base.before, parse(after)?.edits ?? [])
      const failedBefore = new Set(base.failures.map(({ index }) => base.edits[index]))
      const failure = result.failures.find(({ index }) => !failedBefore.has(edits[index] as ContentEdit))
      if (failure) throw new HttpError(`Nothing was saved. ${failure.edit}: ${failure.message}`, 409)
      requireNoNewErrors(base.after, result.after)
      return { ...step, files: [{ file: name, before: set && Buffer.from(formatChangeSet(set)), after }] }
    })
  const refuse = async () => {
    throw new HttpError('The studio publishes changes on the page "My changes".', 403)
  }

  return {
    folder,
    changeSet: name,
    read: (file) => applied.current().read(file),
    check: async () => applied.current().after,
    saves: {
      ...queue,
      put: (plan) =>
        save(async (base) => {
          const { edits: added, ...step } = await plan()
          const { edits } = await applyEdits(base.before, [...base.edits, ...added])
          return { ...step, edits: appendEdits(base.edits, edits.slice(base.edits.length)) }
        }),
    },
    changes: {
      list: () => changes.list().filter((summary) => summary.name === name),
      effect: () => changes.effect(name),
      async resolve(_, ...choice) {
        await changes.resolve(name, ...choice)
        await onSaved()
      },
      discard: async () => void (await save(() => ({ name: 'discard all changes', edits: [] }))),
      ...{ propose: refuse, approve: refuse, withdraw: refuse, apply: refuse },
    },
    changedFiles: () => null,
    affectedPages: async () => ({}),
    revert: (file) =>
      save(({ edits }) => ({
        name: `discard changes to ${file}`,
        edits: edits.filter((edit) => (edit.kind === 'rename' ? edit.from : edit.file) !== file),
      })),
  }
}

function parse(bytes: Buffer | undefined): ChangeSet | undefined {
  return bytes && ChangeSet.parse(JSON.parse(bytes.toString('utf8')))
}

/** Reports whether an edit sets what was there before. */
function isWithoutEffect(edit: ContentEdit): boolean {
  return (
    (edit.kind === 'set' && isDeepStrictEqual(edit.value, edit.was)) || (edit.kind === 'body' && edit.text === edit.was)
  )
}
