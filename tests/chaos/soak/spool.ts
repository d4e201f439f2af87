import { mkdir, readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import type { spawnChild } from '../child.ts'
import { awaitDelivery } from '../relay-child.ts'
import type { Ledger } from './ledger.ts'
import { runProgram } from './operators.ts'

/** A day that is swept at the next start. */
const LONG_AGO = '2020-01-01'
/** Milliseconds that what is done stays before it is made so old. */
const YOUNG = 40_000
const BACKUPS = 4
/** In this order nothing slips through that moves on meanwhile, or that operators send back. */
const BACKED_UP = ['spam', 'dead', 'queue', 'dead', 'corrupt', 'done']
/** Milliseconds that a restored spool may take to be delivered: what a kill has cut off twice waits for minutes. */
const BOUND = 300_000

interface Backup {
  file: string
  /** What must be in it: acknowledged before it was begun. */
  ids: string[]
  begin: number
  end: number
}

/** What happens to a spool folder from outside: it grows old, and backups are made beside the running relay. */
export function createSpoolKeeper(spool: string, ledger: Ledger) {
  const backups: Backup[] = []
  const aged = new Set<string>()
  let done = new Map<string, string>()
  let looked = 0
  let saving: Promise<void> | undefined

  async function save(file: string): Promise<void> {
    const begin = performance.now()
    const ids = ledger.acknowledged.flatMap(({ id = '' }) => (aged.has(id) ? [] : [id]))
    const { code, text } = await runProgram('tar', ['-C', spool, '-cf', file, ...BACKED_UP])
    if (code !== 0 && code !== 1) ledger.wrong.push(`tar ended with ${code}: ${text}`)
    backups.push({ file, ids, begin, end: performance.now() })
    saving = undefined
  }

  return {
    get counts() {
      return { 'swept away': aged.size, 'backups restored': backups.length }
    },
    /** @param part how much of the run is over, of 1 */
    backUp(part: number): void {
      if (saving || part < (backups.length + 0.5) / BACKUPS) return
      saving = save(path.join(spool, '..', `backup-${backups.length}.tar`))
    },
    /** With no relay running. What was done at the last call becomes a day's work of long ago, for the next start to sweep. */
    async age(): Promise<void> {
      if (saving || performance.now() - looked < YOUNG) return
      await mkdir(path.join(spool, 'done', LONG_AGO), { recursive: true })
      for (const [id, folder] of done) {
        if (ledger.byId.get(id)?.busy !== false) continue
        const moved = rename(folder, path.join(spool, 'done', LONG_AGO, id))
        // It may have been dropped, or sent again.
        await moved.then(
          () => aged.add(id),
          () => {},
        )
      }
      done = await listDone(spool)
      looked = performance.now()
    },
    /** The spool at the end, then each backup: a relay must start on it and deliver what it holds. */
    async check(spawn: (folder: string) => ReturnType<typeof spawnChild>): Promise<void> {
      await saving
      for (const [id, place] of await listPlaces(spool))
        if (place !== 'done' || ledger.byId.get(id)?.dropped) ledger.wrong.push(`${id} is left in ${place}`)
      for (const { file, ids, begin, end } of backups) {
        const folder = file.replace('.tar', '')
        const restored = path.join(folder, 'spool')
        await mkdir(restored, { recursive: true })
        const { code, text } = await runProgram('tar', ['-C', restored, '-xpf', file])
        if (code !== 0) ledger.wrong.push(`tar ended with ${code}: ${text}`)
        const running = await spawn(folder).started()
        const { waiting, took } = await awaitDelivery(restored, BOUND)
        await running.stop()
        if (Number.isNaN(took)) ledger.wrong.push(`of ${waiting} in ${file} not all were delivered`)
        const places = await listPlaces(restored)
        for (const id of ids) {
          const { dropped, retried } = ledger.byId.get(id) ?? { dropped: false, retried: [] }
          // Sent again meanwhile, so it was delivered, and may have gone from where tar had not yet been to where it had.
          const escaped = retried.some((at) => at >= begin && at <= end)
          if (!dropped && !escaped && !places.has(id)) ledger.wrong.push(`${id} is missing in ${file}`)
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

/** Where each submission of a spool is. */
async function listPlaces(spool: string): Promise<Map<string, string>> {
  const places = ['queue', 'dead', 'spam', 'corrupt', 'tmp']
  const all = await Promise.all(
    places.map(async (place) => (await readdir(path.join(spool, place))).map((id) => [id, place] as const)),
  )
  return new Map([...all.flat(), ...[...(await listDone(spool)).keys()].map((id) => [id, 'done'] as const)])
}
