import { opendir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DAY, HOUR, repeat } from '../clock.ts'
import { syncFolder } from '../disk.ts'
import { getIdTime, isId } from '../store/ids.ts'
import { getKeptUntil, type Retention } from '../store/retention.ts'
import { formatDayFolder, listEntryLocations } from './entries.ts'
import { type EntryLocation, readEntry } from './entry-files.ts'
import { isTrashFolder, moveToTrash } from './move.ts'
import type { SpoolState } from './spool-state.ts'

type SweptPlace = 'done' | 'spam' | 'dead'

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
export function startSweeping(spool: SpoolState, retention: Retention, batch = BATCH): () => Promise<void> {
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
 * Deletes expired entries in `done` and `spam`, and expired dead letters of forms with a retention period. Raises an
 * alert for an entry that cannot be deleted; the next sweep retries it.
 */
async function sweepOld(
  spool: SpoolState,
  retention: Retention,
  batch: number,
  shouldContinue: () => boolean,
): Promise<void> {
  const { folders, mutex, clock } = spool
  const alertOnFailure = (work: Promise<unknown>) =>
    work.catch(({ message }: Error) =>
      spool.alert({ kind: 'disk', detail: `old entries could not be deleted: ${message}` }),
    )

  /** Deletes entries, or day folders with all their entries. */
  async function moveAllToTrash(place: SweptPlace, parent: string, old: readonly string[]): Promise<void> {
    for (let start = 0; start < old.length && shouldContinue(); start += batch) {
      const ids: string[] = []
      const remove = async (name: string) => {
        const trash = await moveToTrash(path.join(parent, name), folders)
        const names = await readdir(trash).catch(() => undefined)
        // Without a trash folder, an operator has moved the entry in the meantime.
        if (names) ids.push(...(isId(name) ? [name] : names.filter(isId)))
      }
      // Locks the entry, because an operator may release it at the same time.
      for (const name of old.slice(start, start + batch)) await alertOnFailure(mutex.run(name, () => remove(name)))
      await syncFolder(parent)
      if (ids.length > 0) spool.onExpired(place, ids)
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
    const { doneDays, spamDays, formDays = new Map<string, number>() } = retention
    await sweepPlace('done', [doneDays, ...formDays.values()])
    await sweepPlace('spam', [spamDays, ...formDays.values()])
    await sweepPlace('dead', [Number.POSITIVE_INFINITY, ...formDays.values()])
  }

  /** @param periods all retention periods that apply to the place, in days */
  async function sweepPlace(place: SweptPlace, periods: readonly number[]): Promise<void> {
    const now = clock.now()
    const shortest = now - Math.min(...periods) * DAY
    const longest = now - Math.max(...periods) * DAY
    if (place === 'done') {
      const days = await readdir(folders.done)
      const oldDays = days.filter((day) => day < formatDayFolder(longest))
      await moveAllToTrash(place, folders.done, oldDays)
    }
    /** An entry that cannot be read may belong to any form. */
    const isExpired = (location: EntryLocation): Promise<boolean> =>
      readEntry(location).then(
        (entry) => (getKeptUntil(entry, retention) ?? now) < now,
        () => getIdTime(location.id) < longest,
      )
    const expired = new Map<string, string[]>()
    for (const location of await listEntryLocations(folders.root, place, undefined, (id) => getIdTime(id) < shortest)) {
      if (!shouldContinue()) return
      if (!(await isExpired(location))) continue
      const parent = path.dirname(location.folder)
      const ids = expired.get(parent) ?? []
      ids.push(location.id)
      expired.set(parent, ids)
    }
    for (const [parent, ids] of expired) await moveAllToTrash(place, parent, ids)
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
async function isClockPlausible({ folders, clock, alert }: SpoolState): Promise<boolean> {
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
