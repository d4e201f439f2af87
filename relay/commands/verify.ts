import { type ReaderConfig, withReader } from '../open-store.ts'
import type { Command } from './command.ts'
import { classifyReadError, formatSkipWarning, type ReadErrorKind } from './describe.ts'

const KINDS: readonly ReadErrorKind[] = ['damaged', 'newer', 'unreadable']

interface Verification extends Record<ReadErrorKind, { id: string; place: string; reason: string }[]> {
  checked: number
  /** Ids of the entries that are already in `corrupt`. */
  corrupt: string[]
}

/** Verifies all checksums. Changes nothing, so it can run on backups and while a relay is running. */
export const verifyCommand = {
  usage: 'verify',
  description: 'verify the checksums of all submissions',
  async run(config: ReaderConfig) {
    const data: Verification = { checked: 0, damaged: [], newer: [], unreadable: [], corrupt: [] }
    const warnings: string[] = []
    const skip = (part: string, error: Error) => warnings.push(formatSkipWarning(part, error))
    await withReader(config, async (store) => {
      for await (const { id, place } of store.list({}, skip)) {
        if (place === 'corrupt') {
          data.corrupt.push(id)
          continue
        }
        data.checked++
        await store.check(id).catch((error: Error) => {
          data[classifyReadError(error)].push({ id, place, reason: error.message })
        })
      }
    })
    const { checked, damaged, unreadable, corrupt } = data
    const others = (['newer', 'unreadable'] as const).filter((kind) => data[kind].length > 0)
    const counts = others.map((kind) => `${data[kind].length} ${kind}`)
    const lines = [
      [`${checked} checked`, `${damaged.length} damaged`, ...counts, `${corrupt.length} in corrupt`].join(', '),
      ...KINDS.flatMap((kind) => data[kind].map(({ id, place, reason }) => `${kind}: ${id} in ${place}: ${reason}`)),
      ...corrupt.map((id) => `corrupt: ${id}`),
    ]
    const bad = damaged.length + unreadable.length + corrupt.length + warnings.length
    return { data, text: lines.join('\n'), warnings, ok: bad === 0 }
  },
} satisfies Command
