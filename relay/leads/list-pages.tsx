import { describeLeads } from '../monitoring/digests.ts'
import { type createLeadReport, REPORT_GROUPINGS } from '../monitoring/lead-report.ts'
import { formatSubject } from '../targets/mail-message.ts'
import { describeSource } from '../targets/source-text.ts'
import { en } from '../translations/en.ts'
import { getLeadState, LEAD_STATES, type LeadPage, type LeadQuery } from './find-leads.ts'
import { FilterForm, formatLeadTime, LEADS_PATH, LeadsLayout, type LeadsView } from './layout.tsx'

const addressOf = (path: string, query: object) => `${LEADS_PATH}${path}?${new URLSearchParams({ ...query })}`

/** Lists leads, newest first, with a form to search and filter them. */
export function LeadListPage({
  page: { leads, next },
  query,
  ...view
}: LeadsView & { page: LeadPage; query: LeadQuery }) {
  const { forms, site } = view.forms
  const choices = {
    form: [
      'Form',
      { '': 'All', ...Object.fromEntries(Object.values(forms).map((form) => [form.formType, form.title])) },
    ],
    state: ['State', Object.fromEntries(Object.entries(LEAD_STATES).map(([name, { label }]) => [name, label]))],
    outcome: ['Outcome', { '': 'All', none: 'Not recorded', ...en.outcome.statuses }],
  } as const
  return (
    <LeadsLayout title="Leads" {...view}>
      <section className="entry">
        <FilterForm values={{ ...query }} texts={{ q: 'Search', source: 'Source' }} choices={choices}>
          <a href={`${LEADS_PATH}/report`}>Report</a>
          <a href={addressOf('/export', { ...query, before: '' })}>Export these leads as CSV</a>
        </FilterForm>
        <div>
          <dl>
            {leads.map(({ envelope, ...entry }) => (
              <div key={envelope.id}>
                <dt>{formatLeadTime(envelope.receivedAt, view.forms)}</dt>
                <dd>
                  <a href={`${LEADS_PATH}/${envelope.id}`}>
                    {formatSubject(envelope, forms[envelope.formType], site.language)}
                  </a>{' '}
                  <span className="state" data-is={entry.place}>
                    {LEAD_STATES[getLeadState(entry)].label}
                  </span>{' '}
                  {entry.outcomes.slice(-1).map(({ status }) => (
                    <span className="state" key={status}>
                      {en.outcome.statuses[status]}
                    </span>
                  ))}
                  <br />
                  <small>{envelope.source && describeSource(envelope.source)}</small>
                </dd>
              </div>
            ))}
          </dl>
          {leads.length === 0 && <p>No leads found{next && ' so far'}.</p>}
          {next && (
            <p>
              <a href={addressOf('', { ...query, before: next })}>Continue with older leads</a>
            </p>
          )}
        </div>
      </section>
    </LeadsLayout>
  )
}

/** Periods of the report to choose from, in days. */
export const REPORT_DAYS = [90, 7, 30, 365]

/** Maximum number of groups shown. The command `relay report` shows all. */
const MAX_GROUPS = 200

interface ReportPageProps extends LeadsView {
  report: ReturnType<ReturnType<typeof createLeadReport>['finish']>
  by: (typeof REPORT_GROUPINGS)[number]
  days: number
}

/** Shows where leads came from and what became of them. */
export function ReportPage({ report: { rows, total }, by, days, ...view }: ReportPageProps) {
  const choices = {
    days: ['Period', Object.fromEntries(REPORT_DAYS.map((count) => [count, `${count} days`]))],
    by: ['By', Object.fromEntries(REPORT_GROUPINGS.map((name) => [name, name]))],
  } as const
  const isFilter = by === 'source' || by === 'form'
  return (
    <LeadsLayout title="Report" {...view}>
      <section className="entry">
        <FilterForm values={{ days: String(days), by }} choices={choices} />
        <div>
          <dl>
            {[{ group: 'Total', ...total }, ...rows.slice(0, MAX_GROUPS)].map(({ group, ...counts }, row) => (
              <div key={group}>
                <dt>{row > 0 && isFilter ? <a href={addressOf('', { [by]: group })}>{group}</a> : group}</dt>
                <dd>
                  {[describeLeads(counts) || '0', counts.held > 0 && `${counts.held} held as spam`]
                    .filter(Boolean)
                    .join('; ')}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
    </LeadsLayout>
  )
}
