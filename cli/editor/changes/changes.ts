import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createParseCache } from '../../content/parse-cache.ts'
import type { EditionRequest } from '../../content/publication.ts'
import { isError, type Problem } from '../../diagnostics/problem.ts'
import { readGit } from '../../diff/git.ts'
import { checkSaved, type SavedContent } from '../../engine/load.ts'
import { computeVersion, createSafeStore } from '../files/content-store.ts'
import { HttpError, OutdatedCheckError } from '../files/http-errors.ts'
import { createSaveQueue, type Save } from '../files/save-queue.ts'
import {
  appendEdits,
  type ChangeSet,
  type ContentEdit,
  hashEdits,
  isApproved,
  joinAuthors,
  removePublishedEdits,
} from './change-set.ts'
import { createChangeStore, type StoredChangeSet } from './change-store.ts'
import { type DryRunResult, dryRunEdits } from './dry-run-edits.ts'
import { type ChangeSetEffect, describeEffect, requireApplicable } from './effect.ts'
import { type ChangeSetSummary, summarizeChangeSet } from './summarize-change-set.ts'

interface ApplyOptions {
  /** Whether to apply only what a person has approved. */
  approvedOnly?: boolean
  /** Whether to refuse changes that introduce a warning. */
  noWarnings?: boolean
  /** Hash of the edits that a person has seen. */
  seen?: string
}

/** How change sets read the content and write to it. */
interface Access {
  /** Reads and checks the current content. */
  checkSaved(edition: EditionRequest): Promise<SavedContent>
  /** Plans a save and writes it. Nothing else is written to the content in between. */
  put<T>(plan: () => Promise<Save<T>>): Promise<T>
}

/**
 * Proposes, shows and applies the change sets of a content folder.
 * @param folder absolute path of the content folder
 */
export function createChanges(folder: string, access: Access = createAccess(folder)) {
  const store = createChangeStore(folder)
  const { locked } = createSafeStore(folder)

  /** Up to 10 results by hash of the edits, which are reused while neither the content nor the edits change. */
  const results = new Map<string, DryRunResult>()
  async function dryRun(edits: readonly ContentEdit[], edition: EditionRequest = { today: new Date() }) {
    const before = await access.checkSaved(edition)
    const key = hashEdits(edits)
    const known = results.get(key)
    if (known?.before === before) return known
    const result = await dryRunEdits(before, edits)
    if (results.size === 10) results.clear()
    results.set(key, result)
    return result
  }
  /** Reports whether neither this nor another process has written a change set since it was read. */
  const isCurrent = (name: string, stored: StoredChangeSet | undefined) => isDeepStrictEqual(store.find(name), stored)
  /** @param seen hash of the edits that a person has seen; undefined for any. @throws HttpError if they have changed */
  function readIfUnchanged(name: string, seen: string | undefined): ChangeSet {
    const set = store.read(name)
    if (seen === undefined || seen === hashEdits(set.edits)) return set
    throw new HttpError(`The edits of "${name}" have changed since they were shown. Check them again.`, 409)
  }

  const changes = {
    list: (): ChangeSetSummary[] => store.list().map(summarizeChangeSet),
    find: store.find,
    read: store.read,
    bytes: store.bytes,
    stamp: store.stamp,
    /** Replaces a change set, or deletes it if there is no new one. @throws OutdatedCheckError if it is not `before` */
    replace: (name: string, before: Buffer | undefined, after: ChangeSet | undefined): Promise<void> =>
      locked(() => {
        if (computeVersion(store.bytes(name)) !== computeVersion(before)) throw new OutdatedCheckError(`"${name}"`)
        if (after) store.write(name, after)
        else if (before) store.remove(name)
      }),
    summary: (name: string): ChangeSetSummary => summarizeChangeSet({ name, set: store.read(name) }),
    /** Describes what applying a change set would do. */
    effect: async (name: string): Promise<ChangeSetEffect> => describeEffect(await changes.dryRun(name)),
    /** Applies a change set to the content in memory. */
    dryRun: async (name: string, edition?: EditionRequest): Promise<DryRunResult> =>
      dryRun(store.read(name).edits, edition),
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
      const existing = store.find(name)
      const old = existing && !replace ? store.read(name) : undefined
      const result = await dryRun(appendEdits(old?.edits ?? [], edits))
      requireApplicable(result, 'Nothing was saved.')
      const names = { title: title ?? old?.title, author: joinAuthors(old?.author, author), owner: old?.owner }
      const set: ChangeSet = { version: 1, ...names, base: findCommit(folder), edits: result.edits }
      const isSaved = await locked(() => {
        if (!isCurrent(name, existing)) return false
        store.write(name, set)
        return true
      })
      // Otherwise, add the edits to those that were saved in the meantime.
      return isSaved ? describeEffect(result) : changes.propose(name, { edits, title, author, replace })
    },
    /** Records that a person approves the edits. @param seen hash of the edits that the person has seen */
    approve: (name: string, seen: string): Promise<void> =>
      locked(() => {
        const set = readIfUnchanged(name, seen)
        store.write(name, { ...set, approved: hashEdits(set.edits) })
      }),
    withdraw: (name: string): Promise<void> =>
      locked(() => {
        const { approved: _, ...set } = store.read(name)
        store.write(name, set)
      }),
    /** Records a request to publish the edits, or why that was refused. @param seen hash of the edits that the person has seen */
    mark: (name: string, seen: string, mark: Pick<ChangeSet, 'ready' | 'sentBack'>): Promise<void> =>
      locked(() => {
        const { ready: _, sentBack: __, ...set } = readIfUnchanged(name, seen)
        store.write(name, { ...set, ...mark })
      }),
    /**
     * Plans the publication of a change set.
     * @param seen hash of the edits that a person has seen
     * @throws ChangesRejected if an edit cannot be applied, or if the check finds a new error
     */
    async plan(name: string, seen: string) {
      const { edits } = readIfUnchanged(name, seen)
      const result = await dryRun(edits)
      requireApplicable(result, 'Nothing was published.')
      return { edits, descriptions: result.descriptions, files: result.writes }
    },
    /** Removes published edits from a change set. Called while no other process writes. */
    removePublished(name: string, published: readonly ContentEdit[]): void {
      const stored = store.find(name)
      if (!stored || !('set' in stored)) return
      const edits = removePublishedEdits(stored.set.edits, published)
      if (edits.length === 0) store.remove(name)
      else store.write(name, { ...stored.set, edits })
    },
    /**
     * Resolves a conflict. The change set is deleted with its last edit.
     * @param seen hash of the edits to which the index refers
     * @param now the current value that the person has seen, which the edit then replaces; undefined to drop the edit
     */
    resolve: (name: string, index: number, seen: string, now: unknown): Promise<void> =>
      locked(() => {
        const { approved: _, ...set } = readIfUnchanged(name, seen)
        const edit = set.edits[index]
        if (!edit) throw new HttpError('This edit no longer exists.', 404)
        const edits =
          now === undefined
            ? set.edits.toSpliced(index, 1)
            : set.edits.with(index, { ...edit, was: now } as ContentEdit)
        if (edits.length === 0) store.remove(name)
        else store.write(name, { ...set, edits })
      }),
    /**
     * Applies a change set and deletes it.
     * @throws ChangesRejected if an edit cannot be applied, or if the check finds a new error
     */
    apply: (
      name: string,
      { approvedOnly = false, noWarnings = false, seen }: ApplyOptions = {},
    ): Promise<{ files: string[]; problems: Problem[] }> =>
      access.put(async () => {
        const set = readIfUnchanged(name, seen)
        if (approvedOnly && !isApproved(set))
          throw new HttpError(
            `"${name}" is not approved. Ask the person you work for to approve it in the editor (site dev, E, Changes).`,
            403,
          )
        const result = await dryRun(set.edits)
        requireApplicable(result, 'Nothing was changed.', noWarnings ? () => true : isError)
        const { writes, problems, before } = result
        const commit = (write: () => void) => {
          if (!isCurrent(name, { name, set })) throw new HttpError(`"${name}" has changed. Nothing was applied.`, 409)
          write()
          store.remove(name)
        }
        const extra = { files: writes.map(({ file }) => file), problems }
        return { name: `apply ${name}`, files: writes, write: { checked: before.files, commit }, extra }
      }),
    /** @param seen hash of the edits that a person has seen */
    discard: (name: string, seen?: string): Promise<void> =>
      locked(() => {
        if (seen !== undefined) readIfUnchanged(name, seen)
        store.remove(name)
      }),
  }
  return changes
}

export type Changes = ReturnType<typeof createChanges>

/** Access for a process in which nothing else writes to the content. @param cache parsed files, which calls share */
export function createAccess(folder: string, cache = createParseCache()): Access {
  const saves = createSaveQueue(createSafeStore(folder))
  return { checkSaved: (edition) => checkSaved(folder, { cache, edition }), put: saves.put }
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
