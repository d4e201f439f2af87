import { formatCsvRow } from '../csv.ts'
import { REPORT_GROUPS } from '../monitoring/lead-report.ts'
import { formatAnswers, listAnswerLabels, listAnswers } from '../targets/answers.ts'
import { getLeadState, LEAD_STATES, type LeadQuery, type LeadReader, scanLeads } from './find-leads.ts'

const COLUMNS = ['Number', 'Received', 'Form', 'State', 'Source', 'Campaign', 'Page', 'Outcome', 'Value', 'Currency']

/**
 * Yields the leads of a query as CSV, newest first: a column for each label of the forms, and one for the answers to
 * fields that the forms no longer have. The byte order mark tells spreadsheets that the text is UTF-8.
 */
export async function* formatLeadTable(reader: LeadReader, query: LeadQuery): AsyncGenerator<string> {
  const { forms } = reader.forms
  const contracts = Object.values(forms).filter(({ formType }) => query.form === '' || formType === query.form)
  const labels = [...new Set(contracts.flatMap(listAnswerLabels))]
  yield `\uFEFF${formatCsvRow([...COLUMNS, ...labels, 'Other answers', 'Files'])}\r\n`
  for await (const { lead } of scanLeads(reader, query)) {
    if (!lead) continue
    const { envelope, outcomes } = lead
    const { id, receivedAt, formType, attachments } = envelope
    const { status, value, currency } = outcomes.at(-1) ?? {}
    const groups = [REPORT_GROUPS.source, REPORT_GROUPS.campaign, REPORT_GROUPS.page].map((find) => find(lead))
    const answers = listAnswers(forms[formType], envelope)
    const textsOf = (label: string) => answers.filter((answer) => answer.label === label).map(({ text }) => text)
    const row = formatCsvRow([
      ...[id, receivedAt, formType, LEAD_STATES[getLeadState(lead)].label, ...groups, status, value, currency],
      ...labels.map((label) => textsOf(label).join('\n')),
      formatAnswers(answers.filter(({ label }) => !labels.includes(label))),
      attachments.map(({ name }) => name).join('\n'),
    ])
    yield `${row}\r\n`
  }
}
