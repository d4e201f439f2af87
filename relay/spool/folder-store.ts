import { appendFile, readdir, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../clock.ts'
import { createKeyedMutex } from '../concurrency.ts'
import { createFolder, createGroupSync } from '../disk.ts'
import type { Alert } from '../store/alert.ts'
import { createDeliveryState } from '../store/delivery-state.ts'
import type { RecordHandler } from '../store/records.ts'
import type { ExpiryHandler, Retention } from '../store/retention.ts'
import type { Envelope, Store } from '../store/store.ts'
import { claimDueDeliveries, listTargetBacklogs, settleClaim } from './claims.ts'
import { createSpoolDraft } from './draft.ts'
import { createDueQueue, enqueueDeliveries } from './due-queue.ts'
import { getSpoolFolders } from './entries.ts'
import { createFolderReader } from './folder-reader.ts'
import { addSpoolCounts } from './form-counts.ts'
import { lockSpool } from './lock.ts'
import { createSpoolOperations, runSpoolRequest } from './operations.ts'
import { recoverSpool, reloadSpool } from './recover-spool.ts'
import type { SpoolRequest } from './relay-socket.ts'
import { startSweeping } from './retention.ts'
import { createKeyIndex, type SpoolState } from './spool-state.ts'

export interface FolderStoreOptions {
  /** Path of the spool. It is created if it is missing, and must be on one file system. */
  folder: string
  clock: Clock
  /** Names of the configured targets: lower-case letters, digits and dashes. Deliveries to other targets wait. */
  targets: readonly string[]
  /** Without it, no entries are deleted. */
  retention?: Retention | undefined
  sweepBatch?: number
  onAlert?: (alert: Alert) => void
  onExpired?: ExpiryHandler
  onRecorded?: RecordHandler
}

/** Cache size below which new entries without files are cached for their first attempt. */
const MAX_CACHED = 128

/**
 * Opens the spool folder as its only writer and prepares it: removes leftovers, verifies every waiting entry and
 * reschedules interrupted deliveries.
 * @throws SpoolInUse if another process has the spool open
 */
export async function openFolderStore(options: FolderStoreOptions): Promise<Store> {
  const { clock, targets, retention, sweepBatch, onAlert, onExpired = () => {}, onRecorded = () => {} } = options
  const invalid = targets.find((name) => !/^[a-z0-9][a-z0-9-]{0,40}$/.test(name))
  if (invalid !== undefined)
    throw new Error(`Invalid target name '${invalid}': use up to 41 lower-case letters, digits and dashes.`)
  const folders = getSpoolFolders(options.folder)
  /** Creates missing folders. @returns whether any folder was missing */
  const makeFolders = async (): Promise<boolean> => {
    let created = false
    for (const folder of Object.values(folders))
      if (folder !== folders.links) created = (await createFolder(folder)) || created
    return created
  }
  await makeFolders()
  const { dev: device } = await stat(folders.root)

  const watchers = new Set<() => void>()
  const spool: SpoolState = {
    folders,
    clock,
    targets: new Set(targets),
    dueQueue: createDueQueue(),
    keys: createKeyIndex(),
    mutex: createKeyedMutex(),
    groupSync: createGroupSync(),
    cached: new Map(),
    alert: (alert) => onAlert?.(alert),
    onExpired,
    onRecorded,
    notify() {
      for (const listener of watchers) listener()
    },
  }
  const operations = createSpoolOperations(spool)
  let ready: () => void = () => {}
  const booted = new Promise<void>((resolve) => {
    ready = resolve
  })
  const handleRequest = async (request: SpoolRequest): Promise<unknown> => {
    await booted
    return runSpoolRequest(operations, request)
  }
  let lock = await lockSpool(folders.root, handleRequest)
  try {
    await recoverSpool(spool)
  } catch (error) {
    await lock.release()
    throw error
  }
  ready()

  let closed = false
  const stopSweeping = retention && startSweeping(spool, retention, sweepBatch)

  /** Recreates missing folders, locks the spool again and reads its entries. */
  async function reopen(): Promise<void> {
    // An unmounted disk leaves an empty mount point. Files written there would be hidden after remounting.
    if ((await stat(folders.root)).dev !== device)
      throw new Error(`${folders.root} is on a different file system than when the relay started. Restart the relay.`)
    const created = await makeFolders()
    const held = await lock.isHeld()
    if (!created && held) return
    if (!held) lock = await lockSpool(folders.root, handleRequest, lock)
    await reloadSpool(spool)
    spool.alert({ kind: 'disk', detail: 'spool folders were removed while the relay was running; they were recreated' })
    spool.notify()
  }
  let reopening: Promise<void> | undefined
  /** Reopens the spool if the error means that a part of it is missing. @throws any other error */
  const reopenIfMissing = async (error: NodeJS.ErrnoException): Promise<void> => {
    if (error.code !== 'ENOENT' || closed) throw error
    reopening ??= reopen().finally(() => {
      reopening = undefined
    })
    await reopening
  }

  function onCommitted(envelope: Envelope): void {
    const { id, targets, attachments } = envelope
    spool.keys.add(envelope)
    if (envelope.spam.length > 0) return
    const deliveries = targets.map((target) => createDeliveryState(target, envelope))
    if (attachments.length === 0 && spool.cached.size < MAX_CACHED)
      spool.cached.set(id, { envelope, deliveries, claims: new Map() })
    enqueueDeliveries(spool, id, deliveries)
    // Wakes the worker in `delivery.ts`.
    spool.notify()
  }

  return {
    ...createFolderReader(folders.root),
    async draft() {
      if (closed) throw new Error('The spool is closed')
      const begin = () => createSpoolDraft(spool, onCommitted)
      const draft = await begin().catch(async (error) => {
        await reopenIfMissing(error)
        return begin()
      })
      return {
        ...draft,
        commit: (envelope, validFor) =>
          draft.commit(envelope, validFor).catch(async (error) => {
            // This submission fails, but the next one may succeed after the spool is reopened.
            await reopenIfMissing(error).catch(() => {})
            throw error
          }),
      }
    },
    claim: (slots) => claimDueDeliveries(spool, slots),
    async nextDue(targets) {
      const next = spool.dueQueue.nextAt(targets)
      return next === undefined ? undefined : next - clock.now()
    },
    waiting: async () => listTargetBacklogs(spool),
    watch(listener) {
      watchers.add(listener)
      return () => void watchers.delete(listener)
    },
    settle: (claim, end) => settleClaim(spool, claim, end),
    ...operations,
    async free() {
      const { bavail, bsize } = await statfs(folders.root)
      return bavail * bsize
    },
    // Each link has a file, whose size in bytes is the sum of the amounts. File names begin with the time when the link
    // expires; the files of expired links are deleted.
    async countUses(link) {
      return (await stat(path.join(folders.links, link)).catch(() => undefined))?.size ?? 0
    },
    async addUse(link, amount) {
      await createFolder(folders.links)
      for (const old of await readdir(folders.links))
        if (Number.parseInt(old, 10) < clock.now()) await rm(path.join(folders.links, old), { force: true })
      await appendFile(path.join(folders.links, link), '.'.repeat(amount))
    },
    addFormCounts: (counts) => spool.mutex.run('counts', () => addSpoolCounts(folders.root, counts, clock.now())),
    async close() {
      if (closed) return
      closed = true
      await stopSweeping?.()
      await reopening?.catch(() => {})
      await spool.mutex.idle()
      await lock.release()
    },
  }
}
