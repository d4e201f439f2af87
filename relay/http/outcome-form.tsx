import { promisify } from 'node:util'
import express from 'express'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { HttpProblem } from '../intake/http-problem.ts'
import { throwStorageProblem } from '../intake/intake.ts'
import type { SiteForms } from '../site-forms.ts'
import { currencies, InvalidOutcomeError, OUTCOME_STATUSES, parseOutcome } from '../store/outcome.ts'
import type { Entry, Store } from '../store/store.ts'
import { listOutcomeTargets } from '../targets/targets.ts'
import { getTimeLanguage, getTranslations } from '../translations/list.ts'

/** Reads the body of a form that consists of a few short fields. */
export const readShortForm = promisify(express.urlencoded({ extended: false, inflate: false, limit: 2000 }))

/** Returns the fields with these names, as text; those that are missing or repeated are empty. */
export function readTexts<N extends string>(fields: Readonly<Record<string, unknown>> = {}, names: readonly N[]) {
  const texts = names.map((name) => [name, typeof fields[name] === 'string' ? fields[name].trim() : ''])
  return Object.fromEntries(texts) as Record<N, string>
}

interface OutcomeContext {
  config: Pick<Config, 'outcomes' | 'targets'>
  store: Pick<Store, 'recordOutcome'>
  clock: Clock
}

/** Records the outcome in the body of an `OutcomeForm`. @throws HttpProblem */
export async function recordOutcome(
  { config, store, clock }: OutcomeContext,
  { envelope: { id, formType, receivedAt } }: Entry,
  body: Record<string, unknown>,
): Promise<void> {
  const { status, value, currency } = readTexts(body, ['status', 'value', 'currency'])
  try {
    const outcome = parseOutcome({ status, value, currency: value && currency }, receivedAt, clock.now())
    await store.recordOutcome(id, outcome, listOutcomeTargets(config, formType))
  } catch (error) {
    if (error instanceof InvalidOutcomeError) throw new HttpProblem('malformed', error.message)
    throwStorageProblem(error)
  }
}

/** Formats the day of a moment in the site's time zone. */
export function formatSiteDay(moment: string | number, site: SiteForms['site']): string {
  const timeZone = site.timeZone ?? 'UTC'
  return new Date(moment).toLocaleDateString(getTimeLanguage(site), { dateStyle: 'medium', timeZone })
}

interface OutcomeFormProps extends Pick<Entry, 'outcomes'> {
  site: SiteForms['site']
  /** Currency that is preselected if no outcome has one. */
  currency: string
}

/** Lists the outcomes of a lead, with a form for each outcome that can be recorded. It is sent to the page's address. */
export function OutcomeForm({ outcomes, site, currency }: OutcomeFormProps) {
  const { outcome: words, optional } = getTranslations(site)
  const language = getTimeLanguage(site)
  const lastCurrency = outcomes.findLast((outcome) => outcome.currency)?.currency ?? currency
  const nameOf = new Intl.DisplayNames(language, { type: 'currency' })
  return (
    <>
      <section className="entry">
        <h2>{words.heading}</h2>
        <div>
          {outcomes.length === 0 && <p>{words.none}</p>}
          <dl className="outcomes">
            {outcomes.toReversed().map(({ status, value, currency, at, recordedAt }) => (
              <div key={recordedAt}>
                <dt>{formatSiteDay(at, site)}</dt>
                <dd>
                  {words.statuses[status]}
                  {value !== undefined && `, ${value.toLocaleString(language, { style: 'currency', currency })}`}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <section className="entry">
        <h2>{words.record}</h2>
        <div>
          {OUTCOME_STATUSES.map((status) => (
            <form key={status} className="choice" method="post">
              <p id={status}>{words.hints[status]}</p>
              {status === 'won' && (
                <div className="amount">
                  <label>
                    {words.value} <span className="opt">{optional}</span>
                    <input className="control" name="value" type="number" min="0" max="999999999999" step="0.01" />
                  </label>
                  <label>
                    {words.currency}
                    <select className="control" name="currency" defaultValue={lastCurrency}>
                      {currencies.map((code) => (
                        <option key={code} value={code}>{`${code} (${nameOf.of(code)})`}</option>
                      ))}
                    </select>
                  </label>
                </div>
              )}
              <button type="submit" className="btn" name="status" value={status} aria-describedby={status}>
                {words.statuses[status]}
              </button>
            </form>
          ))}
        </div>
      </section>
    </>
  )
}
