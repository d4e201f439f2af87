import path from 'node:path'
import { isDeepStrictEqual, stripVTControlCharacters } from 'node:util'
import type { Edition } from '../../content/publication.ts'
import { formatDiff } from '../../diagnostics/format-diff.ts'
import { isError, type Problem } from '../../diagnostics/problem.ts'
import { compareContents } from '../../diff/compare-contents.ts'
import type { ContentVersion } from '../../diff/content-changes.ts'
import type { PageChange } from '../../diff/difference.ts'
import { readGit } from '../../diff/git.ts'
import type { FileWrite } from '../server/content-store.ts'
import { type FieldProblem, HttpError } from '../server/http-errors.ts'
import { createSafeStore } from '../server/safe-store.ts'
import { placeProblem } from '../server/validate.ts'
import {
  appendEdits,
  type ChangeSet,
  describeEdit,
  hashEdits,
  isApproved,
  joinAuthors,
  withoutOldValue,
} from './change-set.ts'
import { createChangeStore, type StoredChangeSet } from './change-store.ts'
import { type EditFailure, type Trial, tryEdits } from './try-edits.ts'

export interface ChangeSetSummary {
  name: string
  title: string
  author: string | undefined
  /** Whether a person has approved exactly these edits. */
  approved: boolean
  /** Descriptions of the edits, in order. */
  edits: string[]
  /** Hash of the edits; empty if the change set cannot be read. */
  version: string
  /** Why the change set cannot be read; undefined if it is valid. */
  problem: string | undefined
}

/** What applying a change set would do. */
export interface ChangeSetEffect {
  failures: EditFailure[]
  /** Problems that `site check` would report only afterwards. */
  problems: Problem[]
  files: { file: string; change: 'added' | 'changed' | 'removed'; diff: string }[]
  /** The pages that change; undefined if the content has errors before or afterwards. */
  pages: PageChange[] | undefined
}

/** Thrown if a change set cannot be applied. Nothing was written. */
export class ChangesRejected extends HttpError {
  constructor(
    message: string,
    readonly failures: readonly EditFailure[],
    readonly problems: readonly (Problem & FieldProblem)[],
  ) {
    super(message, failures.some(({ conflict }) => conflict) ? 409 : 422)
  }
}

type WriteChecked = (name: string, files: readonly FileWrite[]) => unknown

function createDirectWriter(folder: string): WriteChecked {
  const disk = createSafeStore(folder)
  return (_, files) => disk.write(files)
}

/**
 * Proposes, shows and applies the change sets of a content folder.
 * @param folder absolute path of the content folder
 * @param write writes files that have been checked; called with the name of the change set
 */
export function createChanges(folder: string, write: WriteChecked = createDirectWriter(folder)) {
  const store = createChangeStore(folder)

  const summarize = (name: string, { title, author, edits, ...set }: ChangeSet): ChangeSetSummary => ({
    ...{ name, title: title ?? name, author, approved: isApproved({ edits, ...set }) },
    ...{ edits: edits.map(describeEdit), version: hashEdits(edits), problem: undefined },
  })
  const find = (name: string) => store.list().find((stored) => stored.name === name)
  /** Reports whether neither this nor another process has written a change set since it was read. */
  const isCurrent = (name: string, stored: StoredChangeSet | undefined) => isDeepStrictEqual(find(name), stored)
  /** @throws HttpError if the edits are not those that were shown as `version` */
  function readShown(name: string, version: string | undefined): ChangeSet {
    const set = store.read(name)
    if (version === undefined || version === hashEdits(set.edits)) return set
    throw new HttpError(`The edits of "${name}" have changed since they were shown. Check them again.`, 409)
  }

  const changes = {
    list: (): ChangeSetSummary[] =>
      store.list().map((stored) => {
        if ('set' in stored) return summarize(stored.name, stored.set)
        const { name, problem } = stored
        return { name, title: name, author: undefined, approved: false, edits: [], version: '', problem }
      }),
    summary: (name: string): ChangeSetSummary => summarize(name, store.read(name)),
    /** Tries a change set and compares the pages. Writes nothing. */
    effect: (name: string): Promise<ChangeSetEffect> => tryEdits(folder, store.read(name).edits, describeEffect),
    /** Tries a change set, and passes the result to `use`. Writes nothing. */
    try: <T>(name: string, use: (trial: Trial) => T | Promise<T>): Promise<T> =>
      tryEdits(folder, store.read(name).edits, use),
    /**
     * Passes the content before and after the edits, both complete and without errors, and descriptions of the edits.
     * Writes nothing.
     * @throws ChangesRejected if the edits cannot be applied; HttpError if the content has errors
     */
    compare<T>(
      name: string,
      use: (before: ContentVersion, after: ContentVersion, edits: string[]) => Promise<T>,
      edition?: Edition,
    ): Promise<T> {
      const pass = (trial: Trial) => {
        const { edits, failures, problems, before, after } = trial
        const errors = problems.filter(isError)
        if (failures.length > 0 || errors.length > 0) throw reject(trial, errors, 'Nothing was written.')
        const [old, now] = [before.content, after.content]
        if (!old || !now) throw new HttpError('The content has errors. Fix them first; site check lists them.')
        return use({ ...before, content: old }, { ...after, content: now }, edits.map(describeEdit))
      }
      return tryEdits(folder, store.read(name).edits, pass, edition)
    },
    /**
     * Saves edits as a change set, unless they cannot be applied or introduce errors. Edits to an existing change set
     * follow its earlier edits (see `appendEdits`); an approval ends.
     * @param replace whether to replace the earlier edits
     * @throws ChangesRejected
     */
    async propose(
      name: string,
      { edits, title, author, replace = false }: Pick<ChangeSet, 'edits' | 'title' | 'author'> & { replace?: boolean },
    ): Promise<ChangeSetEffect> {
      const existing = find(name)
      const old = existing && !replace ? store.read(name) : undefined
      return tryEdits(folder, appendEdits(old?.edits ?? [], edits), async (trial) => {
        const errors = trial.problems.filter(isError)
        if (trial.failures.length > 0 || errors.length > 0) throw reject(trial, errors, 'Nothing was saved.')
        if (!isCurrent(name, existing)) return changes.propose(name, { edits, title, author, replace })
        const names = { title: title ?? old?.title, author: joinAuthors(old?.author, author) }
        store.write(name, { version: 1, ...names, base: findCommit(folder), edits: trial.edits })
        return describeEffect(trial)
      })
    },
    /** Records that a person approves the edits. @param version of the edits that the person has seen */
    approve(name: string, version?: string): void {
      const set = readShown(name, version)
      store.write(name, { ...set, approved: hashEdits(set.edits) })
    },
    withdraw(name: string): void {
      const { approved: _, ...set } = store.read(name)
      store.write(name, set)
    },
    /**
     * Resolves a conflict: keeps the proposed value, or drops the edit. The change set is deleted with its last edit.
     * @param index of the edit
     * @param version of the edits to which the index refers
     */
    async resolve(name: string, index: number, keep: 'proposed' | 'current', version?: string): Promise<void> {
      const set = readShown(name, version)
      const edit = set.edits[index]
      if (!edit) throw new HttpError('This edit no longer exists.', 404)
      const { approved: _, ...rest } = set
      const edits = keep === 'current' ? set.edits.toSpliced(index, 1) : set.edits.with(index, withoutOldValue(edit))
      if (edits.length === 0) store.remove(name)
      else store.write(name, { ...rest, edits })
    },
    /**
     * Applies a change set and deletes it.
     * @param approvedOnly whether to apply only what a person has approved, and only if it introduces no warning either
     * @param version of the edits that a person has seen
     * @throws ChangesRejected if an edit cannot be applied, or if the check finds a new problem
     */
    async apply(
      name: string,
      approvedOnly = false,
      version?: string,
    ): Promise<{ files: string[]; problems: Problem[] }> {
      const set = readShown(name, version)
      if (approvedOnly && !isApproved(set))
        throw new HttpError(
          `No person has approved "${name}" yet. Someone can approve it in the editor (site dev, press E, Changes), or run site changes apply ${name}.`,
          403,
        )
      return tryEdits(folder, set.edits, async (trial) => {
        const { failures, problems, writes } = trial
        const found = approvedOnly ? problems : problems.filter(isError)
        if (failures.length > 0 || found.length > 0) throw reject(trial, found, 'Nothing was changed.')
        if (!isCurrent(name, { name, set })) throw new HttpError(`"${name}" has changed. Nothing was applied.`, 409)
        await write(name, writes)
        // Keep edits that were added during the write.
        if (isCurrent(name, { name, set })) store.remove(name)
        return { files: writes.map(({ file }) => file), problems }
      })
    },
    discard: store.remove,
  }
  return changes
}

function reject({ failures, after }: Trial, problems: readonly Problem[], consequence: string): ChangesRejected {
  const reasons = [
    ...failures.map(({ index, edit, message }) => `Edit ${index + 1} (${edit}): ${message}`),
    ...problems.map(({ file, line, column, message, help }) =>
      [`${file}:${line}:${column} ${message}.`, help].filter(Boolean).join(' '),
    ),
  ]
  const placed = problems.map((problem) => ({ ...problem, ...placeProblem(problem, after) }))
  return new ChangesRejected([...reasons, consequence].join('\n'), failures, placed)
}

/** Returns what a trial changes, and compares the pages. */
export async function describeEffect({ failures, problems, writes, before, after }: Trial): Promise<ChangeSetEffect> {
  const [old, now] = [before.content, after.content]
  const difference =
    old && now ? await compareContents({ ...before, content: old }, { ...after, content: now }) : undefined
  return { failures, problems, files: writes.map(describeWrite), pages: difference?.changedPages }
}

function describeWrite({ file, before, after }: FileWrite): ChangeSetEffect['files'][number] {
  const change = before && after ? 'changed' : after ? 'added' : 'removed'
  const isText = /\.(?:yaml|md)$/.test(file)
  const [old, now] = [before, after].map((bytes) => bytes?.toString('utf8') ?? '') as [string, string]
  return { file, change, diff: isText ? diffTexts(old, now) : '' }
}

/** Returns the lines that differ between two texts, with their numbers. */
export function diffTexts(before: string, after: string): string {
  const [, ...lines] = formatDiff({ file: '', before, after }, '').trimEnd().split('\n')
  return stripVTControlCharacters(lines.join('\n'))
}

/** Returns the current commit; undefined if the folder is not in a repository, or if git is not installed. */
function findCommit(folder: string): string | undefined {
  try {
    const { stdout } = readGit(path.dirname(folder), ['rev-parse', '--verify', '--quiet', 'HEAD'])
    return stdout?.toString('utf8').trim()
  } catch {
    return undefined
  }
}
