import { Option } from 'commander'
import { formatCsvRow } from '../csv.ts'
import { createLeadReport, type LeadCounts, REPORT_GROUPINGS, type ReportRow } from '../monitoring/lead-report.ts'
import { openReader, type ReaderConfig } from '../open-store.ts'
import { formatDay, mergeFormCounts } from '../store/form-counts.ts'
import { getIdTime } from '../store/ids.ts'
import type { FormCount, StoreReader } from '../store/store.ts'
import { type Command, type CommandArgs, formatTable, type Report } from './command.ts'
import { formatSkipWarning } from './describe.ts'
import { FORM_OPTION, parseTimeBound } from './query.ts'

const DEFAULT_SINCE = '90d'

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

interface LeadReport {
  by: string
  since: string
  rows: ReportRow[]
  total: LeadCounts
  forms: FormFunnel[]
}

/** Reports where leads came from and what became of them. Safe to run while a relay is running. */
export const reportCommand = {
  usage: 'report',
  description: 'count leads and their outcomes by where they came from',
  options: [
    new Option('--by <group>', 'what to group leads by').choices(REPORT_GROUPINGS).default('source'),
    new Option('--since <when>', 'received since a UTC date, a time, or within a period such as 90d')
      .argParser(parseTimeBound)
      .default(undefined, DEFAULT_SINCE),
    FORM_OPTION,
    new Option('--csv', 'print the rows as CSV'),
  ],
  example: 'relay report --by campaign --since 30d',
  async run(
    config: ReaderConfig,
    {
      by = 'source',
      since = parseTimeBound(DEFAULT_SINCE),
      form,
      csv,
    }: Partial<Pick<CommandArgs, 'by' | 'since' | 'form' | 'csv'>>,
  ): Promise<Report<LeadReport>> {
    const warnings: string[] = []
    const report = createLeadReport(by)
    const store = await openReader(config)
    try {
      const skip = (part: string, error: Error) => warnings.push(formatSkipWarning(part, error))
      for await (const entry of store.listOverviews({ since }, skip))
        if (form === undefined || entry.envelope.formType === form) report.add(entry)
      const start = formatDay(getIdTime(since))
      const data = { by, since: start, ...report.finish(), forms: await readFunnels(store, start, form) }
      return { data, text: csv ? formatCsv(data) : formatText(data), warnings, ok: true }
    } finally {
      await store.close()
    }
  },
} satisfies Command

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

const COUNTS = ['leads', 'held', 'confirmed', 'qualified', 'won', 'lost'] as const
const HEADER = [...COUNTS, 'value', 'days to first outcome']

function toCells(row: LeadCounts): string[] {
  const value = Object.entries(row.value).map(([currency, sum]) => `${sum} ${currency}`)
  return [...COUNTS.map((name) => String(row[name])), value.join(' + '), row.medianDays?.toFixed(1) ?? '']
}

function formatText({ by, since, rows, total, forms }: LeadReport): string {
  const dashed = (cells: string[]) => cells.map((cell) => cell || '-')
  const leads = [
    [by, ...HEADER],
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
    `Leads since ${since}`,
    formatTable(leads),
    ...(funnels.length > 0 ? [`Forms since ${since}`, formatTable([header, ...funnels.map(dashed)])] : []),
  ].join('\n\n')
}

function formatCsv({ by, rows }: LeadReport): string {
  const currencies = [...new Set(rows.flatMap(({ value }) => Object.keys(value)))].sort()
  const header = [by, ...COUNTS, ...currencies.map((currency) => `value ${currency}`), 'days to first outcome']
  const lines = rows.map((row) => [
    row.group,
    ...COUNTS.map((name) => row[name]),
    ...currencies.map((currency) => row.value[currency] ?? 0),
    row.medianDays?.toFixed(2),
  ])
  return [header, ...lines].map(formatCsvRow).join('\n')
}
