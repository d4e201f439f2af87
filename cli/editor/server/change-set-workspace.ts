import { isDeepStrictEqual } from 'node:util'
import { appendEdits, ChangeSet, type ContentEdit, joinAuthors } from '../changes/change-set.ts'
import { formatChangeSet } from '../changes/change-store.ts'
import type { Changes } from '../changes/changes.ts'
import { type DryRunResult, dryRunEdits } from '../changes/dry-run-edits.ts'
import { requireApplicable } from '../changes/effect.ts'
import { createContentStore, type FileWrite } from '../files/content-store.ts'
import { HttpError } from '../files/http-errors.ts'
import { createSaveQueue, type Save } from '../files/save-queue.ts'
import { requireNoNewErrors, type Workspace } from './workspace.ts'

/** Memory limit of the undo history in bytes. */
const UNDO_BYTES = 5_000_000

/** A change set that is applied to the content in memory. */
export interface AppliedChangeSet {
  /** Returns the last result. */
  current(): DryRunResult
  /** Reads the content and the change set. `set` is undefined if there are no edits. */
  load(): Promise<{ set: ChangeSet | undefined; result: DryRunResult }>
  /** Keeps the result of edits that are about to be saved. */
  keep(edits: readonly ContentEdit[], result: DryRunResult): void
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

/** Opens the content with a change set applied. Saves add edits to the change set; undo restores an earlier version of it. */
export function openChangeSet({ folder, changes, name, author, applied, onSaved }: ChangeSetOptions): Workspace {
  const { read } = createContentStore(folder)
  const write = async (files: readonly FileWrite[]) => {
    for (const { before, after } of files) await changes.replace(name, parse(before), parse(after))
  }
  const queue = createSaveQueue({ write }, async () => undefined, onSaved, UNDO_BYTES)

  type Step<T> = Omit<Save<T>, 'files'> & { result: DryRunResult }
  /** Replaces the edits by those of a result. @throws HttpError or ValidationError if this introduces an error */
  const save = <T>(plan: (base: DryRunResult) => Promise<Step<T>>) =>
    queue.put<T>(async () => {
      const { set, result: base } = await applied.load()
      const { result, ...step } = await plan(base)
      const { edits } = result
      requireNoNewErrors(base.after, result.after)
      const next: ChangeSet = { ...set, version: 1, author: joinAuthors(set?.author, author), edits }
      const [before, after] = [set, edits.length > 0 ? next : undefined].map(
        (one) => one && Buffer.from(formatChangeSet(one)),
      )
      applied.keep(parse(after)?.edits ?? [], result)
      return { ...step, files: [{ file: name, before, after }] }
    })
  /** Applies further edits on top of the earlier ones, which need not be applied again. */
  async function add(base: DryRunResult, added: readonly ContentEdit[]): Promise<DryRunResult> {
    const result = await dryRunEdits(base.before, added, base.changes)
    const [failure] = result.failures
    if (failure) throw new HttpError(failure.message, 409)
    // Edits with conflicts are kept as they are.
    const joined = base.failures.length > 0 ? [...base.edits, ...result.edits] : appendEdits(base.edits, result.edits)
    return { ...result, failures: base.failures, edits: joined.filter((edit) => !isWithoutEffect(edit)) }
  }
  const refuse = async () => {
    throw new HttpError('The studio publishes changes on the page "My changes".', 403)
  }

  return {
    folder,
    changeSet: name,
    read(file) {
      const saved = read(file)
      const { changes: changed } = applied.current()
      return changed.has(file) ? changed.get(file) : saved
    },
    check: async () => applied.current().after,
    saves: {
      ...queue,
      put: (plan) =>
        save(async (base) => {
          const { edits, ...step } = await plan()
          return { ...step, result: await add(base, edits) }
        }),
    },
    changes: {
      list: () => changes.list().filter((summary) => summary.name === name),
      effect: () => changes.effect(name),
      async resolve(_, ...choice) {
        await changes.resolve(name, ...choice)
        await onSaved()
      },
      discard: async () =>
        void (await save(async (base) => ({ name: 'discard changes', result: await dryRunEdits(base.before, []) }))),
      ...{ propose: refuse, approve: refuse, withdraw: refuse, apply: refuse },
    },
    changedFiles: () => null,
    affectedPages: async () => ({}),
    revert: (file) =>
      save(async ({ before, edits }) => {
        const others = edits.filter((edit) => (edit.kind === 'rename' ? edit.from : edit.file) !== file)
        const result = await dryRunEdits(before, others)
        requireApplicable(result, 'Nothing was changed.')
        return { name: `discard changes to ${file}`, result }
      }),
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
