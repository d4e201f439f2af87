import { Option } from 'commander'
import { formatCsvRow } from '../csv.ts'
import { REPORT_GROUPINGS } from '../monitoring/lead-report.ts'
import { LEAD_COUNTS, type LeadReport, listReportTables, readLeadReport } from '../monitoring/read-report.ts'
import { type ReaderConfig, withReader } from '../open-store.ts'
import { type Command, type CommandArgs, formatTable, type Report } from './command.ts'
import { formatSkipWarning } from './describe.ts'
import { FORM_OPTION, parseTimeBound } from './query.ts'

const DEFAULT_SINCE = '90d'

/** Reports where leads came from and what became of them. Safe to run while a relay is running. */
export const reportCommand = {
  usage: 'report',
  description: 'count leads and their outcomes by where they came from',
  options: [
    new Option('--by <group>', 'group of the rows').choices(REPORT_GROUPINGS).default('source'),
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
    const skip = (part: string, error: Error) => warnings.push(formatSkipWarning(part, error))
    const data = await withReader(config, (store) => readLeadReport(store, { by, since, form }, skip))
    return { data, text: csv ? formatCsv(data) : formatText(data), warnings, ok: true }
  },
} satisfies Command

function formatText(report: LeadReport): string {
  return listReportTables(report)
    .map(({ title, rows }) => `${title}\n\n${formatTable(rows)}`)
    .join('\n\n')
}

function formatCsv({ by, rows }: LeadReport): string {
  const currencies = [...new Set(rows.flatMap(({ value }) => Object.keys(value)))].sort()
  const header = [by, ...LEAD_COUNTS, ...currencies.map((currency) => `value ${currency}`), 'days to first outcome']
  const lines = rows.map((row) => [
    row.group,
    ...LEAD_COUNTS.map((name) => row[name]),
    ...currencies.map((currency) => row.value[currency] ?? 0),
    row.medianDays?.toFixed(2),
  ])
  return [header, ...lines].map(formatCsvRow).join('\n')
}
