import { mkdir, readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import type { spawnChild } from '../child.ts'
import { awaitDelivery } from '../relay-child.ts'
import type { Ledger } from './ledger.ts'
import { runProgram } from './operators.ts'

/** A date old enough that the relay deletes entries with it the next time it starts. */
const LONG_AGO = '2020-01-01'
/** Minimum milliseconds between calls that backdate delivered entries. */
const MIN_AGE = 40_000
const BACKUPS = 4
/**
 * Folders to back up, in the order in which entries move between them, so that entries moved during the backup are not
 * missed.
 */
const BACKED_UP = ['spam', 'dead', 'queue', 'dead', 'corrupt', 'done']
/**
 * Maximum milliseconds to deliver all entries in a restored spool. A delivery that has been interrupted several times
 * waits minutes before the next attempt.
 */
const BOUND = 300_000

interface Backup {
  file: string
  /** Ids of submissions acknowledged before the backup started, which it must therefore contain. */
  ids: string[]
  begin: number
  end: number
}

/** Backdates entries in a spool folder, and backs up the folder while the relay runs. */
export function createSpoolKeeper(spool: string, ledger: Ledger) {
  const backups: Backup[] = []
  const aged = new Set<string>()
  let done = new Map<string, string>()
  let lastAging = 0
  let saving: Promise<void> | undefined

  async function save(file: string): Promise<void> {
    const begin = performance.now()
    const ids = ledger.acknowledged.flatMap(({ id = '' }) => (aged.has(id) ? [] : [id]))
    const { code, text } = await runProgram('tar', ['-C', spool, '-cf', file, ...BACKED_UP])
    if (code !== 0 && code !== 1) ledger.wrong.push(`tar exited with ${code}: ${text}`)
    backups.push({ file, ids, begin, end: performance.now() })
    saving = undefined
  }

  return {
    get counts() {
      return { 'aged entries': aged.size, 'backups restored': backups.length }
    },
    /** Starts a backup if one is due. @param progress fraction of the run that has elapsed */
    backUp(progress: number): void {
      if (saving || progress < (backups.length + 0.5) / BACKUPS) return
      saving = save(path.join(spool, '..', `backup-${backups.length}.tar`))
    },
    /**
     * Backdates entries that were already in `done` at the previous call, so that the relay deletes them when it next
     * starts. The relay must not be running.
     */
    async age(): Promise<void> {
      if (saving || performance.now() - lastAging < MIN_AGE) return
      await mkdir(path.join(spool, 'done', LONG_AGO), { recursive: true })
      for (const [id, folder] of done) {
        if (ledger.byId.get(id)?.busy !== false) continue
        const moved = rename(folder, path.join(spool, 'done', LONG_AGO, id))
        // The rename fails if the entry has been dropped or retried since the previous call.
        await moved.then(
          () => aged.add(id),
          () => {},
        )
      }
      done = await listDone(spool)
      lastAging = performance.now()
    },
    /** Checks the final spool, and checks that a relay started on each backup delivers its entries. */
    async check(spawn: (folder: string) => ReturnType<typeof spawnChild>): Promise<void> {
      await saving
      for (const [id, place] of await listPlaces(spool))
        if (place !== 'done' || ledger.byId.get(id)?.dropped) ledger.wrong.push(`${id} is left over in ${place}`)
      for (const { file, ids, begin, end } of backups) {
        const folder = file.replace('.tar', '')
        const restored = path.join(folder, 'spool')
        await mkdir(restored, { recursive: true })
        const { code, text } = await runProgram('tar', ['-C', restored, '-xpf', file])
        if (code !== 0) ledger.wrong.push(`tar exited with ${code}: ${text}`)
        const running = await spawn(folder).started()
        const { waiting, took } = await awaitDelivery(restored, BOUND)
        await running.stop()
        if (Number.isNaN(took)) ledger.wrong.push(`${file}: not all of ${waiting} entries were delivered`)
        const places = await listPlaces(restored)
        for (const id of ids) {
          const { dropped, retried } = ledger.byId.get(id) ?? { dropped: false, retried: [] }
          // An operator's retry may have moved the entry during the backup, in which case tar could miss it.
          const hasMoved = retried.some((at) => at >= begin && at <= end)
          if (!dropped && !hasMoved && !places.has(id)) ledger.wrong.push(`${id} is missing in ${file}`)
        }
      }
    },
  }
}

async function listDone(spool: string): Promise<Map<string, string>> {
  const days = (await readdir(path.join(spool, 'done'))).filter((day) => day !== LONG_AGO)
  const folders = days.map((day) => path.join(spool, 'done', day))
  const all = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((id) => [id, path.join(folder, id)] as const)),
  )
  return new Map(all.flat())
}

/** Returns the place of each submission in a spool, keyed by id. */
async function listPlaces(spool: string): Promise<Map<string, string>> {
  const places = ['queue', 'dead', 'spam', 'corrupt', 'tmp']
  const all = await Promise.all(
    places.map(async (place) => (await readdir(path.join(spool, place))).map((id) => [id, place] as const)),
  )
  return new Map([...all.flat(), ...[...(await listDone(spool)).keys()].map((id) => [id, 'done'] as const)])
}
