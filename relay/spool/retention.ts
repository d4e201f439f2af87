import { opendir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DAY, HOUR } from '../clock.ts'
import { timeOf } from '../store/ids.ts'
import { syncFolder } from './disk.ts'
import { listLocations } from './entries.ts'
import { dayOf } from './layout.ts'
import { isRemoved, moveToTrash } from './move.ts'
import type { OpenSpool } from './open-spool.ts'

export interface Retention {
  doneDays: number
  spamDays: number
}

/** Milliseconds between two sweeps. */
const SWEEP = HOUR

/** Entries that are moved to the trash before one sync of the folder that they were in. */
const BATCH = 100

/** A clock that is later than at the last sweep by more than this may be wrong, in milliseconds. */
const LEAP = 7 * DAY

/** How long nothing is deleted after such a leap, so that somebody can correct the clock. */
const WAIT = DAY

/** Sweeps in the background, now and every hour. `stop` waits for the step under way only. */
export function startSweeping(spool: OpenSpool, retention: Retention, batch = BATCH): { stop(): Promise<void> } {
  let stopped = false
  let cancelTimer = (): void => {}
  let running: Promise<void>
  function sweep(): void {
    spool.keys.sweep(spool.clock.now())
    running = sweepOld(spool, retention, batch, () => !stopped).finally(() => {
      if (!stopped) cancelTimer = spool.clock.setTimer(SWEEP, sweep)
    })
  }
  sweep()
  return {
    async stop() {
      stopped = true
      cancelTimer()
      await running
    },
  }
}

/**
 * Deletes delivered entries and spam whose days are over. Dead letters stay. What cannot be deleted is left for the
 * next sweep, with an alert.
 */
async function sweepOld(
  spool: OpenSpool,
  { doneDays, spamDays }: Retention,
  batch: number,
  shouldContinue: () => boolean,
): Promise<void> {
  const { folders, mutex, clock } = spool
  const alertOnFailure = (work: Promise<unknown>) =>
    work.catch(({ message }: Error) => spool.alert({ kind: 'disk', detail: `old entries are not deleted: ${message}` }))

  async function moveAllToTrash(parent: string, old: readonly string[]): Promise<void> {
    for (let at = 0; at < old.length && shouldContinue(); at += batch) {
      // An operator may release one of them at the same time.
      for (const name of old.slice(at, at + batch))
        await alertOnFailure(mutex.run(name, () => moveToTrash(path.join(parent, name), folders)))
      await syncFolder(parent)
      await emptyTrash()
    }
  }

  async function emptyTrash(): Promise<void> {
    for (const name of (await readdir(folders.tmp)).filter(isRemoved))
      await alertOnFailure(deleteFolder(path.join(folders.tmp, name), shouldContinue))
  }

  async function sweep(): Promise<void> {
    await emptyTrash()
    if (!(await isClockPlausible(spool))) return
    const now = clock.now()
    const days = await readdir(folders.done)
    await moveAllToTrash(
      folders.done,
      days.filter((day) => day < dayOf(now - doneDays * DAY)),
    )
    const spam = await listLocations(folders.root, 'spam')
    const old = spam.filter(({ id }) => timeOf(id) < now - spamDays * DAY)
    await moveAllToTrash(
      folders.spam,
      old.map(({ id }) => id),
    )
  }

  await alertOnFailure(sweep())
}

/** Deletes a folder of any size: it looks after each entry whether to go on. */
async function deleteFolder(folder: string, shouldContinue: () => boolean): Promise<void> {
  for await (const { name } of await opendir(folder).catch(() => [])) {
    if (!shouldContinue()) return
    await rm(path.join(folder, name), { recursive: true, force: true })
  }
  await rm(folder, { recursive: true, force: true })
}

/**
 * Reports whether the clock may decide what is old. After a leap it may not for a day, across restarts too: everything
 * would look old to a clock that is wrong.
 */
async function isClockPlausible({ folders, clock, alert }: OpenSpool): Promise<boolean> {
  const file = path.join(folders.root, 'clock.json')
  const now = clock.now()
  const { seen = now, trustedFrom = now } = await readClock(file)
  const leapt = now - seen > LEAP
  const next = { seen: now, trustedFrom: leapt ? now + WAIT : trustedFrom }
  await writeFile(file, JSON.stringify(next), { mode: 0o600 })
  if (leapt)
    alert({
      kind: 'clock',
      detail: `is ${Math.round((now - seen) / DAY)} days later than at the last sweep. Old entries are kept until ${new Date(next.trustedFrom).toISOString()}; if the clock is wrong, correct it before`,
    })
  // Further in the future than the wait, it was noted by a clock that has been set back since.
  return now >= next.trustedFrom || next.trustedFrom > now + WAIT
}

/** @returns milliseconds since 1970; nothing when they were never noted, or not whole */
async function readClock(file: string): Promise<{ seen?: number; trustedFrom?: number }> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
