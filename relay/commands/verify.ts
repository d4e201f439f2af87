import type { Config } from '../config.ts'
import { listLocations, locateEntry, readWholeEntry } from '../spool/entries.ts'
import { PLACES } from '../spool/layout.ts'
import type { Command } from './command.ts'
import { describeSkipped, type ReadErrorKind, readErrorKind } from './describe.ts'
import { existingSpool } from './spool-access.ts'

const KINDS: readonly ReadErrorKind[] = ['damaged', 'newer', 'unreadable']

interface Verification extends Record<ReadErrorKind, { id: string; place: string; reason: string }[]> {
  checked: number
  /** Entries that were put aside before. */
  corrupt: string[]
}

/** Compares every entry with its checksums and changes nothing: works beside a running relay, and on a backup. */
export const verify = {
  usage: 'verify',
  description: 'compares every submission with its checksums',
  async run({ spool }: Pick<Config, 'spool'>) {
    const root = await existingSpool(spool)
    const data: Verification = { checked: 0, damaged: [], newer: [], unreadable: [], corrupt: [] }
    const warnings: string[] = []
    for (const place of PLACES)
      for (const { id } of await listLocations(root, place, (folder, error) =>
        warnings.push(describeSkipped(root, folder, error)),
      )) {
        if (place === 'corrupt') {
          data.corrupt.push(id)
          continue
        }
        const fault = await faultOf(root, id)
        if (fault === 'gone') continue
        data.checked++
        if (fault) data[readErrorKind(fault)].push({ id, place, reason: fault.message })
      }
    const { checked, damaged, newer, unreadable, corrupt } = data
    const others = [
      ...(newer.length > 0 ? [`${newer.length} newer`] : []),
      ...(unreadable.length > 0 ? [`${unreadable.length} unreadable`] : []),
    ]
    const lines = [
      [`${checked} checked`, `${damaged.length} damaged`, ...others, `${corrupt.length} in corrupt`].join(', '),
      ...KINDS.flatMap((kind) => data[kind].map(({ id, place, reason }) => `${kind}: ${id} in ${place}: ${reason}`)),
      ...corrupt.map((id) => `corrupt: ${id}`),
    ]
    const bad = damaged.length + unreadable.length + corrupt.length + warnings.length
    return { data, text: lines.join('\n'), warnings, ok: bad === 0 }
  },
} satisfies Command

/** A running relay may move an entry while it is read: only what is wrong where it stands is wrong. */
async function faultOf(root: string, id: string): Promise<Error | 'gone' | undefined> {
  for (;;) {
    const location = await locateEntry(root, id)
    if (!location || location.place === 'corrupt') return 'gone'
    try {
      await readWholeEntry(location)
      return undefined
    } catch (error) {
      if ((await locateEntry(root, id))?.folder === location.folder) return error as Error
    }
  }
}
