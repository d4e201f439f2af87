import { statfs } from 'node:fs/promises'
import { type Clock, HOUR } from '../clock.ts'
import { createKeyedMutex } from '../concurrency.ts'
import type { Alert } from '../monitoring/alerts.ts'
import { untried } from '../store/delivery-state.ts'
import { createId } from '../store/ids.ts'
import type { Envelope, Store } from '../store/store.ts'
import { bootSpool } from './boot.ts'
import { claimDue, settleClaim, tallyWaiting } from './claims.ts'
import { createGroupSync, makeFolder } from './disk.ts'
import { createDraft } from './draft.ts'
import { createDueQueue } from './due-queue.ts'
import { createFolderReader } from './folder-reader.ts'
import { createKeyIndex } from './idempotency-keys.ts'
import { foldersOf } from './layout.ts'
import { createLinkUses } from './links.ts'
import { lockSpool } from './lock.ts'
import { enqueueDeliveries, type OpenSpool } from './open-spool.ts'
import { createOperations, runRequest } from './operations.ts'
import { type Retention, sweepOld } from './retention.ts'

export interface FolderStoreOptions {
  /** The spool. Made when it is missing; all of it must be on one file system. */
  folder: string
  clock: Clock
  /** Names of the targets that are set up: lower-case letters, digits and dashes. What waits for another one stays. */
  targets: readonly string[]
  retention: Retention
  onAlert?: (alert: Alert) => void
}

/** Pause between two sweeps of what is kept no longer, in milliseconds. */
const SWEEP = HOUR

/** Entries without files that have just come, at most, that are not read again before their first try. */
const MOST_CACHED = 128

/**
 * Opens the spool folder as its only writer and makes it ready: leftovers are swept, every entry that waits is
 * verified, interrupted deliveries wait again.
 * @throws SpoolInUse when another process has it open
 */
export async function openFolderStore(options: FolderStoreOptions): Promise<Store> {
  const { clock, targets, retention, onAlert } = options
  const wrong = targets.find((name) => !/^[a-z0-9][a-z0-9-]{0,40}$/.test(name))
  if (wrong !== undefined) throw new Error(`A target cannot be named '${wrong}': it becomes a part of a file name.`)
  const folders = foldersOf(options.folder)
  for (const folder of Object.values(folders)) if (folder !== folders.links) await makeFolder(folder)

  const watchers = new Set<() => void>()
  const spool: OpenSpool = {
    folders,
    clock,
    targets: new Set(targets),
    dueQueue: createDueQueue(),
    keys: createKeyIndex(),
    mutex: createKeyedMutex(),
    groupSync: createGroupSync(),
    cached: new Map(),
    alert: (alert) => onAlert?.(alert),
    notify() {
      for (const listener of watchers) listener()
    },
  }
  const operations = createOperations(spool)
  let ready: () => void = () => {}
  const booted = new Promise<void>((resolve) => {
    ready = resolve
  })
  const lock = await lockSpool(folders.root, async (request) => {
    await booted
    return runRequest(operations, request)
  })
  try {
    await bootSpool(spool)
    await sweepOld(spool, retention)
  } catch (error) {
    await lock.release()
    throw error
  }
  ready()

  let closed = false
  let cancelSweep = clock.setTimer(SWEEP, sweep)
  function sweep(): void {
    spool.keys.sweep(clock.now())
    void sweepOld(spool, retention).finally(() => {
      if (!closed) cancelSweep = clock.setTimer(SWEEP, sweep)
    })
  }

  function onCommitted(envelope: Envelope): void {
    const { id, targets, receivedAt, attachments } = envelope
    spool.keys.add(envelope)
    if (envelope.spam.length > 0) return
    const deliveries = targets.map((target) => untried(target, receivedAt))
    if (attachments.length === 0 && spool.cached.size < MOST_CACHED)
      spool.cached.set(id, { envelope, deliveries, claims: new Map() })
    enqueueDeliveries(spool, id, deliveries)
    spool.notify()
  }

  return {
    ...createFolderReader(folders.root),
    ...createLinkUses(folders.links, clock),
    async draft() {
      if (closed) throw new Error('The spool is closed')
      const findKey = (key: string, counts?: number) => spool.keys.find(key, clock.now(), counts)
      return createDraft(createId(clock.now()), { ...spool, findKey, onCommitted })
    },
    claim: (room) => claimDue(spool, room),
    async nextDue(targets) {
      const at = spool.dueQueue.nextAt(targets)
      return at === undefined ? undefined : at - clock.now()
    },
    waiting: async () => tallyWaiting(spool),
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
    async close() {
      if (closed) return
      closed = true
      cancelSweep()
      await spool.mutex.idle()
      await lock.release()
    },
  }
}
