import { Option } from 'commander'
import { PLACES, timeOf } from '../store/ids.ts'
import { openReader, type ReaderConfig } from '../store/open-store.ts'
import type { DeliveryState, Place } from '../store/store.ts'
import { type Command, formatTable, type Given } from './command.ts'
import { describeDeliveries, describeReadError, describeSkipped } from './describe.ts'

export interface ListedEntry {
  id: string
  receivedAt: string
  place: Place
  formType: string
  attachments: number
  spam: string[]
  /** Why it is in `corrupt`, or cannot be read where it stands. */
  problem: string | null
  deliveries: Pick<DeliveryState, 'target' | 'status' | 'tries' | 'nextAt'>[]
}

/**
 * What is in the spool, oldest first. Names nobody: for the content of an entry there is `show`. Works beside a
 * running relay.
 */
export const list = {
  usage: 'list',
  description: 'what is in the spool; without a place all but what is done',
  options: [
    new Option('--place <place>', 'only this place').choices([...PLACES, 'all']),
    new Option('--form <type>', 'only this form'),
  ],
  async run(config: ReaderConfig, { place, form }: Pick<Given, 'place' | 'form'> = {}) {
    const store = await openReader(config)
    const places = place === 'all' ? PLACES : place === undefined ? PLACES.filter((one) => one !== 'done') : [place]
    const details = new Map<ListedEntry, string>()
    const warnings: string[] = []
    const listed = store.list({ places }, (part, error) => warnings.push(describeSkipped(part, error)))
    try {
      for await (const one of listed) {
        const { id, place } = one
        if (!one.entry) {
          // All that is known of an entry which cannot be read.
          const receivedAt = new Date(timeOf(id)).toISOString()
          const known = { id, receivedAt, place, formType: '', attachments: 0, spam: [], deliveries: [] }
          const problem = describeReadError(one.error)
          details.set({ ...known, problem }, problem)
          continue
        }
        const { envelope, deliveries: states, problem = null } = one.entry
        const { receivedAt, formType, spam } = envelope
        const deliveries = states.map(({ target, status, tries, nextAt }) => ({ target, status, tries, nextAt }))
        const attachments = envelope.attachments.length
        const entry: ListedEntry = { id, receivedAt, place, formType, attachments, spam, problem, deliveries }
        details.set(entry, problem ?? (place === 'spam' ? spam.join(', ') : describeDeliveries(states)))
      }
    } finally {
      await store.close()
    }
    const data = [...details.keys()].filter(({ formType }) => form === undefined || formType === form)
    const rows = data.map((entry) => [
      ...[entry.id, entry.receivedAt, entry.place, entry.formType || '-'],
      details.get(entry) ?? '',
    ])
    const counts = places.map((one) => countOf(one, data)).join(', ')
    return { data, text: [...(rows.length > 0 ? [formatTable(rows)] : []), counts].join('\n'), warnings, ok: true }
  },
} satisfies Command

/** `3 in queue (1 with a dead delivery)`: it stays there while another of its targets waits. */
function countOf(place: Place, entries: readonly ListedEntry[]): string {
  const here = entries.filter((entry) => entry.place === place)
  const partly = here.filter(({ deliveries }) => deliveries.some(({ status }) => status === 'dead')).length
  return `${here.length} in ${place}${place === 'queue' && partly > 0 ? ` (${partly} with a dead delivery)` : ''}`
}
