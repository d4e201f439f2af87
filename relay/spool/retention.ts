import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { listStandings } from './entries.ts'
import { dayOf, type Folders } from './folders.ts'
import { timeOf } from './id.ts'
import { removeFolder } from './move.ts'

const DAY = 24 * 60 * 60 * 1000

export interface Retention {
  doneDays: number
  spamDays: number
}

/** Removes what was delivered, or held back as spam, longer ago than it is to be kept. Dead letters stay. */
export async function sweepOld(folders: Folders, { doneDays, spamDays }: Retention, now: number): Promise<number> {
  const days = (await readdir(folders.done)).filter((day) => day < dayOf(now - doneDays * DAY))
  const spam = (await listStandings(folders.root, 'spam')).filter(({ id }) => timeOf(id) < now - spamDays * DAY)
  const old = [...days.map((day) => path.join(folders.done, day)), ...spam.map(({ folder }) => folder)]
  for (const folder of old) await removeFolder(folder, folders)
  return old.length
}
