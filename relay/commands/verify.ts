import type { Config } from '../config.ts'
import { findStanding, listStandings, readWholeEntry } from '../spool/entries.ts'
import { PLACES } from '../spool/folders.ts'
import { existingSpool } from './existing-spool.ts'
import type { Report } from './report.ts'

export interface Verification {
  checked: number
  /** What does not match its checksums. The relay puts it into `corrupt` when it meets it. */
  damaged: { id: string; place: string; reason: string }[]
  /** Entries that were put aside before. */
  corrupt: string[]
}

/** Compares every entry with its checksums and changes nothing: works beside a running relay, and on a backup. */
export async function verify({ spool }: Pick<Config, 'spool'>): Promise<Report<Verification>> {
  const root = await existingSpool(spool)
  const data: Verification = { checked: 0, damaged: [], corrupt: [] }
  for (const place of PLACES)
    for (const standing of await listStandings(root, place)) {
      if (place === 'corrupt') {
        data.corrupt.push(standing.id)
        continue
      }
      const reason = await faultOf(root, standing.id)
      if (reason === 'gone') continue
      data.checked++
      if (reason) data.damaged.push({ id: standing.id, place, reason })
    }
  const lines = [
    `${data.checked} checked, ${data.damaged.length} damaged, ${data.corrupt.length} in corrupt`,
    ...data.damaged.map(({ id, place, reason }) => `damaged: ${id} in ${place}: ${reason}`),
    ...data.corrupt.map((id) => `corrupt: ${id}`),
  ]
  return { data, text: lines.join('\n'), ok: data.damaged.length + data.corrupt.length === 0 }
}

/** A running relay may move an entry while it is read: only what is wrong where it stands is wrong. */
async function faultOf(root: string, id: string): Promise<string | undefined> {
  for (;;) {
    const standing = await findStanding(root, id)
    if (!standing || standing.place === 'corrupt') return 'gone'
    try {
      await readWholeEntry(standing)
      return undefined
    } catch (error) {
      if ((await findStanding(root, id))?.folder === standing.folder) return (error as Error).message
    }
  }
}
