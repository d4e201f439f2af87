import { statfs } from 'node:fs/promises'
import type { Clock } from '../clock.ts'
import { createKeyedMutex } from '../concurrency.ts'
import type { Alert } from '../monitoring/alerts.ts'
import { bootSpool } from './boot.ts'
import { claimNext, recordOutcome } from './claims.ts'
import { createGroupSync, makeFolder } from './disk.ts'
import { createDraft } from './draft.ts'
import { createDueQueue } from './due-queue.ts'
import { findEntry, listEntries, listLocations } from './entries.ts'
import { createKeyIndex } from './idempotency-keys.ts'
import { createId, foldersOf } from './layout.ts'
import { lockSpool } from './lock.ts'
import { enqueueDeliveries, type OpenSpool } from './open-spool.ts'
import { createOperations, runRequest } from './operations.ts'
import { type Retention, sweepOld } from './retention.ts'
import { untried } from './state-file.ts'
import type { Store } from './store.ts'

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
const SWEEP = 60 * 60 * 1000

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
  for (const folder of Object.values(folders)) await makeFolder(folder)

  const watchers = new Set<() => void>()
  const spool: OpenSpool = {
    folders,
    clock,
    targets: new Set(targets),
    dueQueue: createDueQueue(),
    keys: createKeyIndex(),
    mutex: createKeyedMutex(),
    groupSync: createGroupSync(),
    claims: new Map(),
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

  return {
    async draft() {
      if (closed) throw new Error('The spool is closed')
      const onCommitted: Parameters<typeof createDraft>[1]['onCommitted'] = (envelope) => {
        spool.keys.add(envelope)
        if (envelope.spam.length > 0) return
        enqueueDeliveries(
          spool,
          envelope.id,
          envelope.targets.map((target) => untried(target, envelope.receivedAt)),
        )
        spool.notify()
      }
      return createDraft(createId(clock.now()), { folders, groupSync: spool.groupSync, onCommitted })
    },
    findKey: (key) => spool.keys.find(key, clock.now()),
    claim: (now, busy) => claimNext(spool, now, busy),
    nextDue: (busy) => spool.dueQueue.nextAt(busy ?? new Set()),
    watch(listener) {
      watchers.add(listener)
      return () => void watchers.delete(listener)
    },
    ack: (id, target, detail) => recordOutcome(spool, id, target, { status: 'delivered', kind: 'delivered', detail }),
    retryAt: (id, target, at, detail, reached) =>
      recordOutcome(spool, id, target, { status: 'waiting', nextAt: at, kind: 'temporary', detail, reached }),
    dead: (id, target, detail, reached) =>
      recordOutcome(spool, id, target, { status: 'dead', kind: 'dead', detail, reached }),
    giveUp: (id, target, detail) =>
      recordOutcome(spool, id, target, { status: 'abandoned', kind: 'abandoned', detail }),
    cutOff: (id, target) =>
      recordOutcome(spool, id, target, {
        status: 'waiting',
        kind: 'interrupted',
        detail: 'the relay was stopped during this try',
        untried: true,
      }),
    list: (place) => listEntries(folders.root, place && [place]),
    count: async (place) => (await listLocations(folders.root, place)).length,
    read: (id) => findEntry(folders.root, id),
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
