import { rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Finding } from './finding.ts'

/** A time before this one shows a clock that was never set, in milliseconds since 1970. */
const SURELY_PAST = Date.UTC(2025, 0, 1)
const TOLERATED = 5_000

/** Signatures and schedules need a clock that is right; the file system's may be that of another machine. */
export async function checkClock(spool: string): Promise<Finding> {
  const now = Date.now()
  const check = 'clock'
  if (now < SURELY_PAST) return { check, level: 'fail', detail: `says ${new Date(now).toISOString()}` }
  const file = path.join(spool, 'tmp', `.doctor-${process.pid}-clock`)
  try {
    await writeFile(file, '')
    const { mtimeMs } = await stat(file)
    await rm(file, { force: true })
    const apart = Math.abs(mtimeMs - now)
    return apart > TOLERATED
      ? { check, level: 'warn', detail: `differs from the file system's by ${Math.round(apart / 1000)} s` }
      : { check, level: 'ok', detail: new Date(now).toISOString() }
  } catch {
    return { check, level: 'ok', detail: new Date(now).toISOString() }
  }
}
