import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DAY } from '../../clock.ts'
import type { Finding } from './finding.ts'

/** Age in milliseconds from which a result is outdated. The timer runs the command every day. */
const OUTDATED = 2 * DAY

/** The last result of `relay canary`: its time, and whether all targets received the submissions. */
interface CanaryResult {
  at: string
  ok: boolean
}

const getResultFile = (spool: string) => path.join(spool, 'canary.json')

export async function writeCanaryResult(spool: string, ok: boolean): Promise<void> {
  const result: CanaryResult = { at: new Date().toISOString(), ok }
  await writeFile(getResultFile(spool), `${JSON.stringify(result)}\n`, { mode: 0o600 })
}

/** Reports the last run of `relay canary`; reports nothing if it has never run. */
export async function checkCanary(spool: string): Promise<Finding[]> {
  const result = await readFile(getResultFile(spool), 'utf8')
    .then((text): CanaryResult => JSON.parse(text))
    .catch(() => undefined)
  if (!result) return []
  const { at, ok } = result
  if (!ok) return [{ check: 'canary', level: 'fail', detail: `failed at ${at}: run relay canary` }]
  if (Date.now() - Date.parse(at) < OUTDATED) return [{ check: 'canary', level: 'ok', detail: `delivered at ${at}` }]
  return [{ check: 'canary', level: 'warn', detail: `last ran at ${at}: check its timer` }]
}
