import { formatDay, mergeFormCounts } from '../store/form-counts.ts'
import { getIdTime } from '../store/ids.ts'
import type { FormCount, StoreReader } from '../store/store.ts'
import { createLeadReport, type LeadCounts, type ReportGrouping, type ReportRow } from './lead-report.ts'

/** How far visitors got with a form. */
interface FormFunnel {
  form: string
  seen: number
  begun: number
  accepted: number
  rejected: number
  /** How often each field was rejected. */
  fields: Record<string, number>
}

export interface LeadReport {
  by: string
  since: string
  rows: ReportRow[]
  total: LeadCounts
  forms: FormFunnel[]
}

interface ReportQuery {
  by: ReportGrouping
  /** Lowest id to count. */
  since: string
  form?: string | undefined
}

/** Counts leads, their outcomes, and how far visitors got with forms. */
export async function readLeadReport(
  store: StoreReader,
  { by, since, form }: ReportQuery,
  onUnreadable: (part: string, error: Error) => void,
): Promise<LeadReport> {
  const report = createLeadReport(by)
  for await (const entry of store.listOverviews({ since }, onUnreadable))
    if (form === undefined || entry.envelope.formType === form) report.add(entry)
  const start = formatDay(getIdTime(since))
  return { by, since: start, ...report.finish(), forms: await readFunnels(store, start, form) }
}

/** Reads how far visitors got with each form since a UTC date. */
async function readFunnels(store: StoreReader, since: string, form?: string): Promise<FormFunnel[]> {
  const counts = mergeFormCounts((await store.listFormCounts(since)).map((count): FormCount => ({ ...count, day: '' })))
  const types = [...new Set(counts.map(({ formType }) => formType))].filter(
    (type) => form === undefined || type === form,
  )
  return types.sort().map((type) => {
    const ofForm = new Map(counts.flatMap(({ formType, step, count }) => (formType === type ? [[step, count]] : [])))
    const [seen = 0, begun = 0, accepted = 0, rejected = 0] = ['seen', 'begun', 'accepted', 'rejected'].map((step) =>
      ofForm.get(step),
    )
    const fields = [...ofForm].flatMap(([step, count]) => {
      const [, name] = /^rejected (.+)$/.exec(step) ?? []
      return name === undefined ? [] : [[name, count] as const]
    })
    return { form: type, seen, begun, accepted, rejected, fields: Object.fromEntries(fields) }
  })
}

export const LEAD_COUNTS = ['leads', 'held', 'confirmed', 'qualified', 'won', 'lost'] as const

function toCells(row: LeadCounts): string[] {
  const value = Object.entries(row.value).map(([currency, sum]) => `${sum} ${currency}`)
  return [...LEAD_COUNTS.map((name) => String(row[name])), value.join(' + '), row.medianDays?.toFixed(1) ?? '']
}

/** A table of a report. The first row is the header. */
export interface ReportTable {
  title: string
  rows: string[][]
}

/** Returns the tables of a report, as text: the leads, and the forms if visitors are counted. */
export function listReportTables({ by, since, rows, total, forms }: LeadReport): ReportTable[] {
  const dashed = (cells: string[]) => cells.map((cell) => cell || '-')
  const leads = [
    [by, ...LEAD_COUNTS, 'value', 'days to first outcome'],
    ...rows.map((row) => dashed([row.group, ...toCells(row)])),
    dashed(['total', ...toCells(total)]),
  ]
  const funnels = forms.map(({ form, seen, begun, accepted, rejected, fields }) => [
    ...[form, seen, begun, accepted + rejected, accepted, rejected].map(String),
    Object.entries(fields)
      .sort(([, one], [, other]) => other - one)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
  ])
  const header = ['form', 'seen', 'begun', 'sent', 'accepted', 'rejected', 'rejected fields']
  return [
    { title: `Leads since ${since}`, rows: leads },
    ...(funnels.length > 0 ? [{ title: `Forms since ${since}`, rows: [header, ...funnels.map(dashed)] }] : []),
  ]
}
