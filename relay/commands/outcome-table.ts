import { listSourceParameters } from '@northshelf/site/forms/sources.ts'
import { formatCsvRow } from '../csv.ts'
import type { SiteForms } from '../site-forms.ts'
import type { Entry, RecordedOutcome } from '../store/store.ts'

export type OutcomeRow = Record<string, string | number | undefined>

/** Names of the conversion actions in Google Ads. */
const CONVERSIONS = { qualified: 'Qualified lead', won: 'Converted lead', lost: undefined }

/** Functions that return the row of a lead, by column; undefined if the file must not contain the lead. */
export const outcomeFormats = {
  csv(
    { envelope }: Entry,
    { status, at, value, currency, recordedAt }: RecordedOutcome,
    names: readonly string[],
  ): OutcomeRow {
    const { id, formType, receivedAt, source: { page, landing, referrer, parameters = {} } = {} } = envelope
    const lead = { id, formType, receivedAt, outcome: status, at, value, currency, recordedAt, page, landing, referrer }
    return { ...lead, ...Object.fromEntries(names.map((name) => [name, parameters[name]])) }
  },
  /**
   * Follows the template for importing conversions from clicks: https://support.google.com/google-ads/answer/7014069.
   * It has no columns for GBRAID and WBRAID, which only the API accepts. The times contain their time zone.
   */
  'google-ads'({ envelope }: Entry, { status, at, value, currency }: RecordedOutcome): OutcomeRow | undefined {
    const gclid = envelope.source?.parameters?.gclid
    const name = CONVERSIONS[status]
    if (name === undefined || gclid === undefined || !/^\w[\w-]*$/.test(gclid)) return undefined
    const time = `${at.slice(0, 19).replace('T', ' ')}+0000`
    return {
      ...{ 'Google Click ID': gclid, 'Conversion Name': name, 'Conversion Time': time },
      ...{ 'Conversion Value': value, 'Conversion Currency': currency },
    }
  },
}

/** Creates a function that formats a lead's outcome as data and as CSV. The first CSV includes the header. */
export function createOutcomeTable(format: keyof typeof outcomeFormats, { site }: SiteForms) {
  const parameters = listSourceParameters(site.sources) ?? []
  let header: string | undefined
  return (entry: Entry): { data: OutcomeRow; line: string } | undefined => {
    const outcome = entry.outcomes.at(-1)
    const data = outcome && outcomeFormats[format](entry, outcome, parameters)
    if (!data) return undefined
    const lines = [...(header === undefined ? [Object.keys(data)] : []), Object.values(data)].map(formatCsvRow)
    header ??= lines[0]
    return { data, line: lines.join('\n') }
  }
}
