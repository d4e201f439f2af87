import type { Config } from '../config.ts'
import { listEntries } from '../spool/entries.ts'
import type { DeliveryState, Place } from '../spool/store.ts'
import { describeDeliveries } from './describe-deliveries.ts'
import { existingSpool } from './existing-spool.ts'
import { formatTable, type Report } from './report.ts'

export interface ListedEntry {
  id: string
  receivedAt: string
  place: Place
  formType: string
  attachments: number
  spam: string[]
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
  const entries = (await listEntries(root, places)).filter(
    ({ envelope }) => formType === undefined || envelope.formType === formType,
  )
  const data = entries.map(
    ({ envelope, place: at, deliveries, problem }): ListedEntry => ({
      id: envelope.id,
      receivedAt: envelope.receivedAt,
      place: at,
      formType: envelope.formType,
      attachments: envelope.attachments.length,
      spam: envelope.spam,
      problem: problem ?? null,
      deliveries: deliveries.map(({ target, status, tries, nextAt }) => ({ target, status, tries, nextAt })),
    }),
  )
  const rows = entries.map(({ envelope, place: at, deliveries, problem }) => [
    envelope.id,
    envelope.receivedAt,
    at,
    envelope.formType || '-',
    problem ?? (at === 'spam' ? envelope.spam.join(', ') : describeDeliveries(deliveries)),
  ])
  const counts = places.map((one) => countOf(one, data)).join(', ')
  return { data, text: [...(rows.length > 0 ? [formatTable(rows)] : []), counts].join('\n'), ok: true }
}

/** `3 in queue (1 with a dead delivery)`: it stays there while another of its targets waits. */
function countOf(place: Place, entries: readonly ListedEntry[]): string {
  const here = entries.filter((entry) => entry.place === place)
  const partly = here.filter(({ deliveries }) => deliveries.some(({ status }) => status === 'dead')).length
  return `${here.length} in ${place}${place === 'queue' && partly > 0 ? ` (${partly} with a dead delivery)` : ''}`
}
