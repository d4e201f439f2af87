import { DAY } from '../clock.ts'
import { getConfirmedAt, isLead } from '../store/records.ts'
import type { EntryOverview } from '../store/store.ts'
import { nameSource } from '../targets/source-text.ts'

/** Functions that return the group of an entry, one for each value of the option `--by`. */
export const REPORT_GROUPS = {
  source: ({ envelope }) => (envelope.source && nameSource(envelope.source)) ?? 'unknown',
  campaign: ({ envelope }) => envelope.source?.parameters?.utm_campaign ?? 'none',
  page: ({ envelope }) => envelope.source?.page ?? 'unknown',
  form: ({ envelope }) => envelope.formType,
  week: ({ envelope }) => findMonday(envelope.receivedAt),
} satisfies Record<string, (entry: EntryOverview) => string>

export type ReportGrouping = keyof typeof REPORT_GROUPS
export const REPORT_GROUPINGS = Object.keys(REPORT_GROUPS) as ReportGrouping[]

/** Leads and their outcomes. */
export interface LeadCounts {
  /** Submissions of visitors that are not held as spam. */
  leads: number
  /** Submissions held as spam. */
  held: number
  /** Leads with a consent that the visitor confirmed by email. */
  confirmed: number
  /** Leads by their latest outcome. */
  qualified: number
  won: number
  lost: number
  /** Sums of the values of won leads, by currency. */
  value: Record<string, number>
  /** Median time from the submission to the first outcome, in days; null without outcomes. */
  medianDays: number | null
}

export interface ReportRow extends LeadCounts {
  group: string
}

/** Maximum number of groups. Visitors choose the names of sources and pages, so their number is not limited otherwise. */
const MAX_GROUPS = 10_000
const OTHER = 'other'

/** Counts leads and their outcomes. Needs memory only for groups, and eight bytes for each lead with an outcome. */
export function createLeadReport(by: ReportGrouping) {
  const tallies = new Map<string, ReturnType<typeof createTally>>()
  const total = createTally()
  return {
    add(entry: EntryOverview): void {
      if (entry.place !== 'spam' && !isLead(entry)) return
      const group = REPORT_GROUPS[by](entry)
      const name = tallies.has(group) || tallies.size < MAX_GROUPS ? group : OTHER
      const tally = tallies.get(name) ?? createTally()
      tallies.set(name, tally)
      for (const counted of [tally, total]) counted.add(entry)
    },
    /** Returns a row for each group, weeks in order and other groups by size, and the sums of all rows. */
    finish(): { rows: ReportRow[]; total: LeadCounts } {
      const rows = [...tallies].map(([group, tally]) => ({ group, ...tally.finish() }))
      rows.sort((a, b) => (by === 'week' ? 0 : b.leads - a.leads) || (a.group < b.group ? -1 : 1))
      return { rows, total: total.finish() }
    },
  }
}

function createTally() {
  const counts = { leads: 0, held: 0, confirmed: 0, qualified: 0, won: 0, lost: 0 }
  /** Cents, because sums of fractions are inexact. */
  const cents = new Map<string, number>()
  const delays: number[] = []
  return {
    add({ envelope, place, outcomes }: EntryOverview): void {
      if (place === 'spam') {
        counts.held++
        return
      }
      counts.leads++
      if (getConfirmedAt(envelope)) counts.confirmed++
      const [first, last] = [outcomes[0], outcomes.at(-1)]
      if (!first || !last) return
      counts[last.status]++
      delays.push(Date.parse(first.at) - Date.parse(envelope.receivedAt))
      if (last.status === 'won' && last.value !== undefined && last.currency !== undefined)
        cents.set(last.currency, (cents.get(last.currency) ?? 0) + Math.round(last.value * 100))
    },
    finish(): LeadCounts {
      const value = Object.fromEntries([...cents].map(([currency, sum]) => [currency, sum / 100]))
      const median = findMedian(delays)
      return { ...counts, value, medianDays: median === undefined ? null : Math.max(0, median) / DAY }
    },
  }
}

function findMedian(numbers: readonly number[]): number | undefined {
  const sorted = Float64Array.from(numbers).sort()
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  return sorted.length % 2 === 1 || upper === undefined ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

/** Returns the UTC date of the Monday on or before a moment. */
function findMonday(moment: string): string {
  const day = Math.floor(Date.parse(moment) / DAY)
  // January 1, 1970, was a Thursday.
  return new Date((day - ((day + 3) % 7)) * DAY).toISOString().slice(0, 10)
}
