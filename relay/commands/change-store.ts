import { stat } from 'node:fs/promises'
import path from 'node:path'
import { systemClock } from '../clock.ts'
import { describeStore, type StoreConfig, withReader } from '../open-store.ts'
import { openPostgresOperations } from '../postgres/changes.ts'
import { openFolderStore } from '../spool/folder-store.ts'
import { runSpoolRequest } from '../spool/operations.ts'
import { connectToRelay, type SpoolRequest, sendRelayRequest } from '../spool/relay-socket.ts'
import type { Entry, EntryPlace, FailedChange } from '../store/store.ts'
import { listTargetNames } from '../targets/targets.ts'
import { UsageError } from './command.ts'
import { type EntryQuery, findEntries, findSubmissionId } from './query.ts'

/** How a change was made: by the running relay, by this process, or directly in the database. */
export type ChangeActor = 'relay' | 'command' | 'database'

export type SubmissionSelection = EntryQuery & { id?: string; all?: boolean | undefined }

export interface BulkChangeResult {
  by: ChangeActor
  ids: string[]
  failed: FailedChange[]
}

/**
 * Returns the ids of the submissions to change: only the given `id` or, with `all`, every submission in `places` that
 * `fits` accepts.
 * @throws UsageError unless exactly one of `id` and `all` is given
 */
export async function selectSubmissionIds(
  config: StoreConfig,
  { id = '', all = false, ...query }: SubmissionSelection,
  places: readonly EntryPlace[],
  fits: (entry: Entry) => boolean = () => true,
): Promise<string[]> {
  if ((id !== '') === all) throw new UsageError('Specify one submission id or --all.')
  return withReader(config, async (store) => {
    if (!all) return [await findSubmissionId(store, id, describeStore(config))]
    const ids: string[] = []
    // Includes unreadable entries. Changing one fails with an error that states the reason.
    for await (const { id, entry } of findEntries(store, places, query, () => {}))
      if (!entry || fits(entry)) ids.push(id)
    return ids
  })
}

/**
 * Changes submissions.
 * @throws the error if the change fails and only one submission was selected
 */
export async function changeSubmissions(
  config: StoreConfig,
  ids: readonly string[],
  requestFor: (id: string) => SpoolRequest,
): Promise<BulkChangeResult> {
  return withRequestSender(config, async (send, by) => {
    const changed: BulkChangeResult = { by, ids: [], failed: [] }
    for (const id of ids)
      await send(requestFor(id)).then(
        () => changed.ids.push(id),
        (error: Error) => {
          if (ids.length === 1) throw error
          changed.failed.push({ id, reason: error.message })
        },
      )
    return changed
  })
}

/**
 * Runs a task that sends requests to the store. Only one process may write to a spool: if a relay is running, requests
 * are sent to it through the socket in the spool; otherwise this process opens the spool. A database is changed
 * directly.
 */
export async function withRequestSender<T>(
  config: StoreConfig,
  work: (send: (request: SpoolRequest) => Promise<unknown>, by: ChangeActor) => Promise<T>,
): Promise<T> {
  if (config.store !== undefined) {
    const shared = await openPostgresOperations(config.store)
    return work((request) => runSpoolRequest(shared, request), 'database').finally(() => shared.close())
  }
  const root = path.resolve(config.spool)
  const socket = await connectToRelay(root)
  if (socket) {
    socket.destroy()
    return work(async (request) => {
      const reply = await sendRelayRequest(root, request)
      if (!reply) throw new Error('The relay has stopped. Run the command again.')
      return reply.result
    }, 'relay')
  }
  return asOwnerOf(root, async () => {
    const targets = listTargetNames(config.targets)
    const store = await openFolderStore({ folder: root, targets, clock: systemClock })
    return work((request) => runSpoolRequest(store, request), 'command').finally(() => store.close())
  })
}

/**
 * Creates the report about the changed submissions.
 * @param done returns the success message, given an id or a count such as `3 submissions`
 */
export function createChangeReport(
  { by, ids, failed }: BulkChangeResult,
  choice: SubmissionSelection,
  done: (subject: string) => string,
) {
  const [id = ''] = ids
  if (!choice.all) return { data: { id, by }, text: done(id), ok: true }
  return {
    data: { ids, by, failed },
    text:
      ids.length === 0 ? 'Nothing to do.' : done(`${ids.length} ${ids.length === 1 ? 'submission' : 'submissions'}`),
    warnings: failed.map(({ reason }) => reason),
    ok: failed.length === 0,
  }
}

/**
 * Runs a task, as the spool's owner if this process is root, because the relay could not read files created by root.
 */
async function asOwnerOf<T>(root: string, work: () => Promise<T>): Promise<T> {
  const { uid, gid } = await stat(root)
  if (process.geteuid?.() !== 0 || uid === 0) return work()
  const group = process.getegid?.() ?? 0
  process.setegid?.(gid)
  process.seteuid?.(uid)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
    process.setegid?.(group)
  }
}

/** Returns a sentence that says when the changed submissions will be delivered. */
export function describeDeliveryStart(by: ChangeActor): string {
  if (by === 'database') return 'All running relays start delivery now.'
  return by === 'relay' ? 'The running relay starts delivery now.' : 'Delivery starts when the relay runs again.'
}
