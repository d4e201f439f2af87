import { cleanLine } from '../clean-text.ts'
import { type Clock, DAY, HOUR, MINUTE, repeat } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Alert } from '../store/alert.ts'
import { getIdTime, getLowestId } from '../store/ids.ts'
import { isLead } from '../store/records.ts'
import type { Envelope, Store } from '../store/store.ts'
import { getTargetType, listAcceptingTargets } from '../targets/targets.ts'
import { createLeadReport, type LeadCounts } from './lead-report.ts'

/** Form types of digests. */
export const SPAM_DIGEST_FORM_TYPE = 'relay.held'
export const WEEKLY_REPORT_FORM_TYPE = 'relay.report'

/** Pause between checks. It is short, so that a failed check or a suspended machine delays a digest only slightly. */
const CHECK_EVERY = HOUR
/** Milliseconds to wait after the end of a day, so that uploads that began on that day can finish. */
const SETTLED = 10 * MINUTE
/** Maximum number of ids in a digest; `relay list` shows all ids. */
const MAX_IDS = 100
/** Maximum number of sources in a weekly report; the command `relay report` shows all. */
const MAX_SOURCES = 10
/** Maximum number of days that a spam digest covers. A relay may have been off over a long weekend. */
const MAX_DAYS = 7

interface DigestOptions {
  config: Pick<Config, 'targets' | 'retention'>
  store: Pick<Store, 'list' | 'listOverviews' | 'draft'>
  clock: Clock
  onAlert(alert: Alert): void
}

type Summary = Pick<Envelope, 'id' | 'formType' | 'spam'>

/** Commits a digest of new spam once a day. */
export function createSpamDigest(options: DigestOptions) {
  const { store, config } = options
  const { doneDays, spamDays } = config.retention

  async function write(end: number, last: number): Promise<void> {
    // A digest covers at most `doneDays`, because it begins where the previous digest ended, and the store deletes that
    // digest after `doneDays`.
    const days = Math.max(1, Math.min(MAX_DAYS, doneDays))
    const found: Summary[] = []
    for await (const { id, entry } of store.list({ places: ['spam'], order: 'newest' })) {
      if (getIdTime(id) < Math.max(last, end - days * DAY)) break
      if (entry && getIdTime(id) < end) found.push(summaryOf(entry.envelope))
    }
    const since = await findLastDigest(found.at(-1))
    const held = found.filter(({ id }) => getIdTime(id) >= since)
    await commitDigest(options, {
      key: new Date(end).toISOString(),
      about: held,
      formType: SPAM_DIGEST_FORM_TYPE,
      title: `${held.length} held back as spam`,
      values: {
        forms: summariseHeld(held),
        numbers: listIds(held),
        toLook: 'relay list --place spam\nrelay show <number>',
        toDeliver: 'relay release <number>',
        deletedAfter: `${spamDays} days`,
      },
    })
  }

  /**
   * Returns the end of the period covered by the last digest of any relay, if that digest is newer than the oldest
   * spam; otherwise `-Infinity`.
   */
  async function findLastDigest(oldest: Summary | undefined): Promise<number> {
    if (oldest)
      for await (const { id, entry } of store.list({ places: ['queue', 'done', 'dead'], order: 'newest' })) {
        if (getIdTime(id) < getIdTime(oldest.id)) break
        if (entry?.envelope.formType === SPAM_DIGEST_FORM_TYPE) return startOfDay(getIdTime(id) - SETTLED)
      }
    return Number.NEGATIVE_INFINITY
  }

  return scheduleDigest(options, (day, last) => last < day, write)
}

/**
 * Reports the leads of the last seven days, spam and dead deliveries on Mondays (UTC). If the relay is off all day, it
 * writes the next report a week later. The report's idempotency key is valid for a day, so that several relays with one
 * store write only one.
 */
export function createWeeklyReport(options: DigestOptions) {
  async function write(day: number): Promise<void> {
    const held: Summary[] = []
    const dead: (Summary & { targets: string[] })[] = []
    const leads: Summary[] = []
    const report = createLeadReport('source')
    for await (const { entry } of options.store.list({ places: ['spam', 'dead', 'queue'], order: 'newest' })) {
      if (!entry) continue
      const summary = summaryOf(entry.envelope)
      const targets = entry.deliveries.filter(({ status }) => status === 'dead').map(({ target }) => target)
      if (entry.place === 'spam') held.push(summary)
      else if (targets.length > 0) dead.push({ ...summary, targets })
    }
    const week = { since: getLowestId(day - 7 * DAY), before: getLowestId(day) }
    // Ignores entries that cannot be read, which the command `relay list` reports.
    for await (const entry of options.store.listOverviews(week, () => {})) {
      if (!isLead(entry)) continue
      report.add(entry)
      leads.push(summaryOf(entry.envelope))
    }
    const { rows, total } = report.finish()
    await commitDigest(options, {
      key: `week ${new Date(day).toISOString()}`,
      about: [...held, ...dead, ...leads],
      formType: WEEKLY_REPORT_FORM_TYPE,
      title: `This week: ${leads.length === 1 ? '1 lead' : `${leads.length} leads`}, ${dead.length} not delivered, ${held.length} held back as spam`,
      values: {
        leads: describeLeads(total),
        leadsBySource: rows
          .slice(0, MAX_SOURCES)
          .map(({ group, ...row }) => `${cleanLine(group, 40)}: ${describeLeads(row)}`)
          .join('\n'),
        notDelivered: countWords(dead.flatMap(({ targets }) => targets))
          .map(([target, count]) => `${target}: ${count}`)
          .join('\n'),
        notDeliveredNumbers: listIds(dead),
        heldBack: summariseHeld(held),
        heldBackNumbers: listIds(held),
        toLook: 'relay report\nrelay list --place all\nrelay show <number>',
        toDeliver: 'relay retry <number>\nrelay release <number>',
      },
    })
  }

  return scheduleDigest(options, (day, last) => new Date(day).getUTCDay() === 1 && last !== day, write)
}

/** Checks every hour whether a digest is due. `last` is the day of the last digest that this process wrote. */
function scheduleDigest(
  { clock, onAlert }: DigestOptions,
  isDue: (day: number, last: number) => boolean,
  write: (day: number, last: number) => Promise<void>,
) {
  let last = Number.NEGATIVE_INFINITY
  let stop = async (): Promise<void> => {}

  async function check(): Promise<void> {
    const day = startOfDay(clock.now() - SETTLED)
    if (!isDue(day, last)) return
    await write(day, last)
    last = day
  }

  const alertOnFailure = (error: Error): void =>
    onAlert({ kind: 'disk', detail: `a digest could not be written: ${error.message}` })

  return {
    start(): void {
      stop = repeat(clock, { pause: CHECK_EVERY, start: 'now' }, () => check().catch(alertOnFailure))
    },
    stop: (): Promise<void> => stop(),
  }
}

/**
 * Commits a digest as a submission, so that it is durable and retried like any other submission. It is sent
 * to targets that people read: those of the forms in `about`, or all such targets if these forms have none.
 * @param about submissions in the digest; if empty, no digest is written
 * @param key ensures that only one of several relays with the same store commits the digest within a day
 */
async function commitDigest(
  { config, store, clock }: DigestOptions,
  { key, about, ...digest }: Pick<Envelope, 'formType' | 'title' | 'values'> & { key: string; about: Summary[] },
): Promise<void> {
  if (about.length === 0) return
  const readers = config.targets.filter((target) => getTargetType(target).forPeople)
  const ofForms = [...new Set(about.flatMap(({ formType }) => listAcceptingTargets(readers, formType)))]
  const targets = ofForms.length > 0 ? ofForms : readers.map(({ name }) => name)
  if (targets.length === 0) return
  const draft = await store.draft()
  try {
    const receivedAt = new Date(clock.now()).toISOString()
    // The space prevents collisions with senders' keys, which cannot contain spaces.
    const idempotency = { key: `digest ${key}`, payload: key }
    const { id } = draft
    await draft.commit({ ...digest, version: 1, id, receivedAt, attachments: [], targets, idempotency, spam: [] })
  } finally {
    await draft.discard()
  }
}

const summaryOf = ({ id, formType, spam }: Envelope): Summary => ({ id, formType, spam })

/** Describes leads and their outcomes, such as `12, of which 3 qualified, 1 won (12000 USD)`; empty without leads. */
export function describeLeads({ leads, confirmed, qualified, won, lost, value }: LeadCounts): string {
  if (leads === 0) return ''
  const sums = Object.entries(value).map(([currency, sum]) => `${sum} ${currency}`)
  const outcomes = [
    ...(confirmed > 0 ? [`${confirmed} confirmed`] : []),
    ...(qualified > 0 ? [`${qualified} qualified`] : []),
    ...(won > 0 ? [`${won} won${sums.length > 0 ? ` (${sums.join(' + ')})` : ''}`] : []),
    ...(lost > 0 ? [`${lost} lost`] : []),
  ]
  return outcomes.length > 0 ? `${leads}, of which ${outcomes.join(', ')}` : String(leads)
}

function listIds(summaries: readonly Summary[]): string {
  const rest = summaries.length - MAX_IDS
  return [...summaries.slice(0, MAX_IDS).map(({ id }) => id), ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n')
}

/** Lists for each form how many submissions were treated as spam and why, without visitor input. */
function summariseHeld(held: readonly Summary[]): string {
  return countWords(held.map(({ formType }) => formType))
    .map(([formType, count]) => {
      const reasons = countWords(held.flatMap((summary) => (summary.formType === formType ? summary.spam : [])))
      return `${formType}: ${count} (${reasons.map((reason) => reason.join(' ')).join(', ')})`
    })
    .join('\n')
}

/** Counts how often each word occurs, in order of first occurrence. */
function countWords(words: readonly string[]): [word: string, count: number][] {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
}

const startOfDay = (time: number): number => Math.floor(time / DAY) * DAY
