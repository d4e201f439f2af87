import { opendir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DAY, HOUR, repeat } from '../clock.ts'
import { getIdTime } from '../store/ids.ts'
import { syncFolder } from './disk.ts'
import { formatDayFolder, listEntryLocations } from './entries.ts'
import { isTrashFolder, moveToTrash } from './move.ts'
import type { OpenSpool } from './open-spool.ts'

export interface Retention {
  doneDays: number
  spamDays: number
}

/** Number of entries moved to the trash per sync of their folder. */
const BATCH = 100

/** Maximum plausible time between sweeps, in milliseconds. If more time has passed, the clock may be wrong. */
const LEAP = 7 * DAY

/** Milliseconds after a clock jump during which nothing is deleted, so that an operator can correct the clock. */
const WAIT = DAY

/**
 * Deletes expired entries in the background, now and every hour.
 * @returns a function that stops this and waits only until the current step ends
 */
export function startSweeping(spool: OpenSpool, retention: Retention, batch = BATCH): () => Promise<void> {
  let stopped = false
  const stop = repeat(spool.clock, { pause: HOUR, start: 'now' }, () => {
    spool.keys.sweep(spool.clock.now())
    return sweepOld(spool, retention, batch, () => !stopped)
  })
  return () => {
    stopped = true
    return stop()
  }
}

/**
 * Deletes expired entries in `done` and `spam`. Keeps dead letters. Raises an alert for an entry that cannot be
 * deleted; the next sweep retries it.
 */
async function sweepOld(
  spool: OpenSpool,
  { doneDays, spamDays }: Retention,
  batch: number,
  shouldContinue: () => boolean,
): Promise<void> {
  const { folders, mutex, clock } = spool
  const alertOnFailure = (work: Promise<unknown>) =>
    work.catch(({ message }: Error) =>
      spool.alert({ kind: 'disk', detail: `old entries could not be deleted: ${message}` }),
    )

  async function moveAllToTrash(parent: string, old: readonly string[]): Promise<void> {
    for (let start = 0; start < old.length && shouldContinue(); start += batch) {
      // Locks the entry, because an operator may release it at the same time.
      for (const name of old.slice(start, start + batch))
        await alertOnFailure(mutex.run(name, () => moveToTrash(path.join(parent, name), folders)))
      await syncFolder(parent)
      await emptyTrash()
    }
  }

  async function emptyTrash(): Promise<void> {
    for (const name of (await readdir(folders.tmp)).filter(isTrashFolder))
      await alertOnFailure(deleteFolder(path.join(folders.tmp, name), shouldContinue))
  }

  async function sweep(): Promise<void> {
    await emptyTrash()
    if (!(await isClockPlausible(spool))) return
    const now = clock.now()
    const days = await readdir(folders.done)
    const oldDays = days.filter((day) => day < formatDayFolder(now - doneDays * DAY))
    await moveAllToTrash(folders.done, oldDays)
    const spam = (await listEntryLocations(folders.root, 'spam')).map(({ id }) => id)
    const oldSpam = spam.filter((id) => getIdTime(id) < now - spamDays * DAY)
    await moveAllToTrash(folders.spam, oldSpam)
  }

  await alertOnFailure(sweep())
}

/** Deletes a folder entry by entry, so that the deletion of a large folder can be stopped. */
async function deleteFolder(folder: string, shouldContinue: () => boolean): Promise<void> {
  for await (const { name } of await opendir(folder).catch(() => [])) {
    if (!shouldContinue()) return
    await rm(path.join(folder, name), { recursive: true, force: true })
  }
  await rm(folder, { recursive: true, force: true })
}

/**
 * Reports whether the clock can be trusted when expiring entries. After a jump, it is not trusted for a day, even
 * across restarts, because a wrong clock could make every entry expire.
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
      detail: `the clock has advanced ${Math.round((now - seen) / DAY)} days since the last sweep; old entries are kept until ${new Date(next.trustedFrom).toISOString()}. If the clock is wrong, correct it before then`,
    })
  // If `trustedFrom` is more than `WAIT` in the future, the clock was set back after the time was stored.
  return now >= next.trustedFrom || next.trustedFrom > now + WAIT
}

/** Reads the stored times, in milliseconds since 1970. Returns an empty object if the file is missing or invalid. */
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
