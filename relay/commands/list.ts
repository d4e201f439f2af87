import type { Config } from '../config.ts'
import { openReader, type ReaderConfig, withReader } from '../open-store.ts'
import { getIdTime } from '../store/ids.ts'
import { getConfirmedAt } from '../store/records.ts'
import { createRetention, type Retention } from '../store/retention.ts'
import type { EntryListItem, EntryPlace } from '../store/store.ts'
import { type Command, formatTable, type StreamedReport } from './command.ts'
import {
  describeDeliveries,
  describeOutcome,
  describeReadError,
  type EntrySummary,
  formatKeptUntil,
  formatSkipWarning,
} from './describe.ts'
import { describePeriod, type EntryQuery, findEntries, QUERY_OPTIONS, selectPlaces } from './query.ts'

/** Number of rows that are aligned and printed together. */
const PAGE = 200

/** Lists stored submissions without their answers, oldest first. Safe to run while a relay is running. */
export const listCommand = {
  usage: 'list',
  description: 'list stored submissions, by default all except those in done',
  options: QUERY_OPTIONS,
  async run(
    config: ReaderConfig & Partial<Pick<Config, 'retention'>>,
    query: EntryQuery = {},
  ): Promise<StreamedReport<EntrySummary>> {
    const places = selectPlaces(query, ['done'])
    const counts = new Map(places.map((place) => [place, { all: 0, partlyDead: 0 }]))
    const retention = loadRetention(config.retention, query)
    const period = describePeriod(query)
    const warnings: string[] = []
    let first: string | undefined
    let more = false
    const store = await openReader(config)
    const skip = (part: string, error: Error) => warnings.push(formatSkipWarning(part, error))

    async function* items() {
      const widths: number[] = []
      const rows: ListedRow[] = []
      const page = () => {
        const lines = formatTable(
          rows.map(({ data, detail }) => [data.id, data.receivedAt, data.place, data.formType || '-', detail]),
          widths,
        ).split('\n')
        return rows.splice(0).map(({ data }, index) => ({ data, line: lines[index] ?? '' }))
      }
      try {
        for await (const listed of findEntries(store, places, query, skip, () => (more = true))) {
          const row = toRow(listed, retention)
          const count = counts.get(row.data.place)
          if (count) count.all++
          if (count && row.data.deliveries.some(({ status }) => status === 'dead')) count.partlyDead++
          first ??= row.data.id
          rows.push(row)
          if (rows.length === PAGE) yield* page()
        }
        yield* page()
      } finally {
        await store.close()
      }
    }

    return {
      items: items(),
      end: () => ({
        text: more
          ? `For earlier submissions, add --before ${first}`
          : [...counts].map(([place, count]) => countText(place, count)).join(', ') + (period ? ` (${period})` : ''),
        warnings,
      }),
    }
  },
} satisfies Command

interface ListedRow {
  data: EntrySummary
  /** Description of the entry's deliveries, spam reasons or problem. */
  detail: string
}

/** Returns the retention periods; undefined without the forms, which are not needed to list entries. */
function loadRetention(settings: Retention | undefined, query: EntryQuery): Retention | undefined {
  try {
    return settings && query.forms && createRetention(settings, query.forms)
  } catch {
    return undefined
  }
}

function toRow({ id, place, ...found }: EntryListItem, retention?: Retention): ListedRow {
  if (!found.entry) {
    // Derives the time from the id, because the entry is unreadable.
    const receivedAt = new Date(getIdTime(id)).toISOString()
    const problem = describeReadError(found.error)
    const data = { id, receivedAt, place, formType: '', attachments: 0, spam: [], problem, deliveries: [] }
    return { data: { ...data, source: null, keptUntil: null, outcome: null }, detail: problem }
  }
  const { envelope, deliveries: states, problem = null } = found.entry
  const { receivedAt, formType, source = null, spam } = envelope
  const deliveries = states.map(({ target, status, tries, nextAt }) => ({ target, status, tries, nextAt }))
  const keptUntil = retention ? formatKeptUntil(found.entry, retention) : null
  const attachments = envelope.attachments.length
  const outcome = found.entry.outcomes.at(-1) ?? null
  const data = { id, receivedAt, place, formType, source, attachments, keptUntil, spam, problem, deliveries, outcome }
  const state = place === 'spam' ? spam.join(', ') : describeDeliveries(states)
  const detail = problem ?? (outcome ? `${state}; ${describeOutcome(outcome)}` : state)
  return { data: { ...data, confirmedAt: getConfirmedAt(envelope) }, detail }
}

/** Returns all entries except those in `done`, for commands that count them. */
export async function collectEntries(config: ReaderConfig, onUnreadable: (part: string, error: Error) => void) {
  return withReader(config, async (store) => {
    const entries: EntrySummary[] = []
    for await (const listed of findEntries(store, selectPlaces({}, ['done']), {}, onUnreadable))
      entries.push(toRow(listed).data)
    return entries
  })
}

/**
 * Returns text such as `3 in queue (1 with a dead delivery)`. An entry with a dead delivery stays in the queue while
 * its deliveries to other targets are waiting.
 */
function countText(place: EntryPlace, { all, partlyDead }: { all: number; partlyDead: number }): string {
  return `${all} in ${place}${place === 'queue' && partlyDead > 0 ? ` (${partlyDead} with a dead delivery)` : ''}`
}
