import { isDeepStrictEqual } from 'node:util'
import type { ContentReader } from '../../dev/snapshot.ts'
import { appendEdits, ChangeSet, type ContentEdit, joinAuthors } from '../changes/change-set.ts'
import { formatChangeSet } from '../changes/change-store.ts'
import type { Changes } from '../changes/changes.ts'
import { type DryRunResult, dryRunEdits } from '../changes/dry-run-edits.ts'
import { describeEffect, requireApplicable } from '../changes/effect.ts'
import { computeVersion, createContentStore, type FileWrite } from '../files/content-store.ts'
import { HttpError, OutdatedCheckError } from '../files/http-errors.ts'
import { createSaveQueue, requireNoNewErrors, type Save } from '../files/save-queue.ts'
import type { Workspace } from './editor.ts'

/** Memory limit of the undo history in bytes. */
const UNDO_BYTES = 5_000_000

interface ChangeSetOptions {
  content: { folder: string; reader: ContentReader; changes: Changes }
  /** Name of the change set. */
  name: string
  author: { name: string; email: string }
  /** Runs tasks one at a time, so that workspaces of the same content do not check it twice. */
  inTurn<T>(task: () => Promise<T>): Promise<T>
  /** Called after the change set has been written. Resolves when the pages have been updated. */
  onSaved(): Promise<unknown>
}

type Step<T> = Omit<Save<T>, 'files'> & { result: DryRunResult }

/** Opens the content with a change set applied. Saves add edits to the change set; undo restores an earlier version of it. */
export function openChangeSet({ content, name, author, inTurn, onSaved }: ChangeSetOptions) {
  const { folder, reader, changes } = content
  const { read } = createContentStore(folder)
  const queue = createSaveQueue({ write }, { onWritten: onSaved, undoBytes: UNDO_BYTES })
  /** `isWhole` is false if the result describes only the last edits. */
  type Applied = { version: string; result: DryRunResult; isWhole: boolean }
  let last: Applied | undefined
  /** The result of the save that is being written. */
  let next: Applied | undefined

  /**
   * Applies the edits to the content in memory. Returns the same result if neither has changed.
   * @param isUnchanged whether the content is known to be unchanged since the last call
   * @param isWhole whether the result must describe all edits
   */
  const load = (isUnchanged = false, isWhole = false): Promise<DryRunResult> =>
    inTurn(async () => {
      const before = isUnchanged && last ? last.result.before : await reader.checkSaved()
      const version = computeVersion(changes.bytes(name))
      if (last?.result.before === before && last.version === version && (last.isWhole || !isWhole)) return last.result
      const stored = changes.find(name)
      const result = await dryRunEdits(before, stored && 'set' in stored ? stored.set.edits : [])
      last = { version, result, isWhole: true }
      return result
    })
  async function write(files: readonly FileWrite[]): Promise<void> {
    for (const { before, after } of files) {
      await changes.replace(name, before, after && ChangeSet.parse(JSON.parse(after.toString('utf8'))))
      if (next?.version === computeVersion(after)) last = next
    }
  }
  /** Replaces the edits by those of a result. @throws HttpError or ValidationError if this introduces an error */
  const save = <T>(plan: (base: DryRunResult) => Promise<Step<T>>) =>
    queue.put<T>(async () => {
      const base = await load()
      const before = changes.bytes(name)
      // Written by another process in the meantime. The save is planned again.
      if (computeVersion(before) !== last?.version) throw new OutdatedCheckError(`"${name}"`)
      const { result, ...step } = await plan(base)
      const { edits } = result
      requireNoNewErrors(base.after, result.after)
      const set = before && changes.read(name)
      const changed: ChangeSet = {
        ...set,
        version: 1,
        approved: undefined,
        author: joinAuthors(set?.author, author.name),
        owner: author.email,
        edits,
      }
      const after = edits.length > 0 ? Buffer.from(formatChangeSet(changed)) : undefined
      next = { version: computeVersion(after), result, isWhole: false }
      return { ...step, files: [{ file: name, before, after }] }
    })
  /** Applies further edits on top of the earlier ones, which need not be applied again. */
  async function add(base: DryRunResult, added: readonly ContentEdit[]): Promise<DryRunResult> {
    const result = await dryRunEdits(base.before, added, base.changes)
    const [failure] = result.failures
    if (failure) throw new HttpError(failure.message, 409)
    // While there are conflicts, earlier edits stay as they are.
    const edits =
      base.failures.length > 0
        ? [...base.edits, ...result.edits]
        : appendEdits(base.edits, result.edits).filter((edit) => !isWithoutEffect(edit))
    return { ...result, failures: base.failures, edits }
  }
  const refuse = async () => {
    throw new HttpError('The studio publishes changes on the page "Changes".', 403)
  }

  const current = () => last?.result as DryRunResult
  const workspace: Workspace = {
    folder,
    changeSet: name,
    read(file) {
      const saved = read(file)
      return current().changes.has(file) ? current().changes.get(file) : saved
    },
    check: async () => current().after,
    saves: {
      ...queue,
      put: (plan) =>
        save(async (base) => {
          const { edits, ...step } = await plan()
          return { ...step, result: await add(base, edits) }
        }),
      step: (direction) =>
        queue.step(direction).catch((error: unknown) => {
          if (!(error instanceof OutdatedCheckError)) throw error
          throw new HttpError(
            `Could not ${direction}: your changes have been published, or changed in another window.`,
            409,
          )
        }),
    },
    changes: {
      list: () => changes.list().filter((summary) => summary.name === name),
      effect: async () => describeEffect(await load(true, true)),
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
  return { workspace, load }
}

/** Reports whether an edit sets what was there before. */
function isWithoutEffect(edit: ContentEdit): boolean {
  return (
    (edit.kind === 'set' && isDeepStrictEqual(edit.value, edit.was)) || (edit.kind === 'body' && edit.text === edit.was)
  )
}
