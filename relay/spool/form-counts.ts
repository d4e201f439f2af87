import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createFolder } from '../disk.ts'
import { getFirstKeptDay, mergeFormCounts } from '../store/form-counts.ts'
import type { FormCount } from '../store/store.ts'

const folderOf = (spool: string): string => path.join(spool, 'counts')
const FILE = /^(\d{4}-\d\d-\d\d)\.json$/

/** Adds to the counts in a spool, which has one file per day, and deletes old files. @param now milliseconds since 1970 */
export async function addSpoolCounts(spool: string, counts: readonly FormCount[], now: number): Promise<void> {
  const folder = folderOf(spool)
  const first = getFirstKeptDay(now)
  await createFolder(folder)
  for (const day of await listDays(folder)) if (day < first) await rm(path.join(folder, `${day}.json`), { force: true })
  const days = new Set(counts.map(({ day }) => day))
  const stored = await Promise.all([...days].map((day) => readDay(folder, day)))
  await writeDays(folder, mergeFormCounts([...stored.flat(), ...counts]))
}

/** Returns the counts in a spool since a UTC date. */
export async function listSpoolCounts(spool: string, since: string): Promise<FormCount[]> {
  const folder = folderOf(spool)
  const days = (await listDays(folder)).filter((day) => day >= since)
  return (await Promise.all(days.map((day) => readDay(folder, day)))).flat()
}

async function listDays(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.flatMap((name) => FILE.exec(name)?.[1] ?? [])
}

/** Reads the counts of a day; none if they are missing or a power cut destroyed them. */
async function readDay(folder: string, day: string): Promise<FormCount[]> {
  const text = await readFile(path.join(folder, `${day}.json`), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]'
    throw error
  })
  try {
    return (JSON.parse(text) as Omit<FormCount, 'day'>[]).map((count) => ({ day, ...count }))
  } catch {
    return []
  }
}

async function writeDays(folder: string, counts: readonly FormCount[]): Promise<void> {
  for (const day of new Set(counts.map((count) => count.day))) {
    const file = path.join(folder, `${day}.json`)
    const ofDay = counts.filter((count) => count.day === day).map(({ day: _day, ...count }) => count)
    await writeFile(`${file}.new`, `${JSON.stringify(ofDay)}\n`, { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
}
