import type { Config } from '../config.ts'
import { type EntryLocation, listEntries } from '../spool/entries.ts'
import { timeOf } from '../spool/layout.ts'
import type { DeliveryState, Entry, Place } from '../spool/store.ts'
import { formatTable, type Report } from './command.ts'
import { describeDeliveries, describeReadError, describeSkipped } from './describe.ts'
import { existingSpool } from './spool-access.ts'

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
 * What is in the spool, oldest first; by default all that is not delivered yet. Names nobody: for the content of
 * an entry there is `show`. Works beside a running relay.
 */
export async function list(
  { spool }: Pick<Config, 'spool'>,
  { place, formType }: { place?: Place | 'all'; formType?: string } = {},
): Promise<Report<ListedEntry[]>> {
  const root = await existingSpool(spool)
  const places: Place[] =
    place === undefined
      ? ['queue', 'dead', 'spam', 'corrupt']
      : place === 'all'
        ? ['queue', 'dead', 'spam', 'corrupt', 'done']
        : [place]
  const lines: Line[] = []
  const warnings: string[] = []
  const entries = await listEntries(root, places, (folder, error, location) => {
    if (location) lines.push(unreadLine(location, error))
    else warnings.push(describeSkipped(root, folder, error))
  })
  lines.push(...entries.map(entryLine))
  const chosen = lines
    .filter(({ entry }) => formType === undefined || entry.formType === formType)
    .sort((a, b) => (a.entry.id < b.entry.id ? -1 : 1))
  const data = chosen.map(({ entry }) => entry)
  const rows = chosen.map(({ entry, detail }) => [
    entry.id,
    entry.receivedAt,
    entry.place,
    entry.formType || '-',
    detail,
  ])
  const counts = places.map((one) => countOf(one, data)).join(', ')
  return { data, text: [...(rows.length > 0 ? [formatTable(rows)] : []), counts].join('\n'), warnings, ok: true }
}

interface Line {
  entry: ListedEntry
  detail: string
}

function entryLine({ envelope, place, deliveries, problem }: Entry): Line {
  const { id, receivedAt, formType, attachments, spam } = envelope
  return {
    entry: {
      ...{ id, receivedAt, place, formType, spam },
      attachments: attachments.length,
      problem: problem ?? null,
      deliveries: deliveries.map(({ target, status, tries, nextAt }) => ({ target, status, tries, nextAt })),
    },
    detail: problem ?? (place === 'spam' ? spam.join(', ') : describeDeliveries(deliveries)),
  }
}

/** All that is known of an entry which cannot be read. */
function unreadLine({ id, place }: EntryLocation, error: Error): Line {
  const detail = describeReadError(error)
  const receivedAt = new Date(timeOf(id)).toISOString()
  return {
    entry: { id, receivedAt, place, formType: '', attachments: 0, spam: [], problem: detail, deliveries: [] },
    detail,
  }
}

/** `3 in queue (1 with a dead delivery)`: it stays there while another of its targets waits. */
function countOf(place: Place, entries: readonly ListedEntry[]): string {
  const here = entries.filter((entry) => entry.place === place)
  const partly = here.filter(({ deliveries }) => deliveries.some(({ status }) => status === 'dead')).length
  return `${here.length} in ${place}${place === 'queue' && partly > 0 ? ` (${partly} with a dead delivery)` : ''}`
}
