import type { Clock } from '../clock.ts'
import { readTexts } from '../http/short-form.ts'
import { REPORT_GROUPS } from '../monitoring/lead-report.ts'
import type { SiteForms } from '../site-forms.ts'
import { isId } from '../store/ids.ts'
import { isInternal } from '../store/records.ts'
import { getKeptUntil, type Retention } from '../store/retention.ts'
import type { Entry, EntryPlace, StoreReader } from '../store/store.ts'
import { listAnswers } from '../targets/answers.ts'

/**
 * States of leads by their name in URLs, with the places of the entries. The empty name selects all leads except spam.
 */
export const LEAD_STATES = {
  '': { label: 'All except spam', places: ['queue', 'dead', 'done'] },
  new: { label: 'Being delivered', places: ['queue'] },
  delivered: { label: 'Delivered', places: ['done'] },
  failed: { label: 'Not delivered', places: ['queue', 'dead'] },
  consent: { label: 'Waiting for consent', places: ['queue'] },
  spam: { label: 'Held as spam', places: ['spam'] },
} as const satisfies Record<string, { label: string; places: readonly EntryPlace[] }>

export type LeadState = Exclude<keyof typeof LEAD_STATES, ''>

export function getLeadState({ place, deliveries }: Pick<Entry, 'place' | 'deliveries'>): LeadState {
  if (place === 'spam') return 'spam'
  if (place === 'done') return 'delivered'
  if (deliveries.some(({ status }) => status === 'dead')) return 'failed'
  return deliveries.some(({ status }) => status === 'unconfirmed') ? 'consent' : 'new'
}

const QUERY_FIELDS = ['q', 'form', 'source', 'state', 'outcome', 'before'] as const

/**
 * Selects the leads of a list, like the query of its URL: those with words (`q`) in their answers or number, with a
 * text in their source, with a last outcome (or `none`), and with an id below `before`. Empty texts match all leads.
 */
export type LeadQuery = Record<Exclude<(typeof QUERY_FIELDS)[number], 'state'>, string> & {
  state: keyof typeof LEAD_STATES
}

export function readLeadQuery(fields: Readonly<Record<string, unknown>>): LeadQuery {
  const { state, before, ...query } = readTexts(fields, QUERY_FIELDS)
  const isState = (text: string): text is LeadQuery['state'] => Object.hasOwn(LEAD_STATES, text)
  return { ...query, state: isState(state) ? state : '', before: isId(before) ? before : '' }
}

export interface LeadReader {
  store: StoreReader
  forms: SiteForms
  retention: Retention
  clock: Clock
}

/** Reports whether an entry is from a visitor and neither damaged nor expired. */
export function isVisibleLead(entry: Entry, { retention, clock }: Pick<LeadReader, 'retention' | 'clock'>): boolean {
  const { envelope, place } = entry
  const isExpired = (getKeptUntil(entry, retention) ?? Number.POSITIVE_INFINITY) < clock.now()
  return !isInternal(envelope) && !envelope.canary && place !== 'corrupt' && !isExpired
}

/**
 * Scans the leads in the places of a query, newest first, in constant memory. Yields `lead` only if it matches. Ignores
 * entries that cannot be read, which the command `relay list` reports.
 */
export async function* scanLeads(reader: LeadReader, query: LeadQuery): AsyncGenerator<{ id: string; lead?: Entry }> {
  const { form, source, state, outcome, before } = query
  const words = simplifyText(query.q.slice(0, MAX_SEARCH_LENGTH)).split(/\s+/)
  const matches = (entry: Entry): boolean => {
    const { envelope, outcomes } = entry
    if (form !== '' && envelope.formType !== form) return false
    if (!simplifyText(REPORT_GROUPS.source(entry)).includes(simplifyText(source))) return false
    if (state !== '' && getLeadState(entry) !== state) return false
    if (outcome !== '' && (outcomes.at(-1)?.status ?? 'none') !== outcome) return false
    if (!isVisibleLead(entry, reader)) return false
    if (query.q === '') return true
    const answers = listAnswers(reader.forms.forms[envelope.formType], envelope).map(({ text }) => text)
    const text = simplifyText([envelope.id, ...answers].join('\n'))
    return words.every((word) => text.includes(word))
  }
  const { places } = LEAD_STATES[state]
  const entries = reader.store.list({ places, order: 'newest', before: before || undefined }, () => {})
  for await (const { id, entry } of entries) yield entry && matches(entry) ? { id, lead: entry } : { id }
}

const MAX_SEARCH_LENGTH = 200

/** Removes differences of case, accents and width. */
function simplifyText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

export interface LeadPage {
  leads: Entry[]
  /** The next page has only leads before this id. Undefined if there are none. */
  next?: string
}

/** Limits of a page, after which a person continues with the next one. */
const MAX_LEADS = 50
const MAX_SCANNED = 5000
const MAX_MILLISECONDS = 5000

export async function findLeadPage(reader: LeadReader, query: LeadQuery): Promise<LeadPage> {
  const leads: Entry[] = []
  const end = reader.clock.now() + MAX_MILLISECONDS
  let scanned = 0
  let last = query.before
  for await (const { id, lead } of scanLeads(reader, query)) {
    const isFull = lead ? leads.length === MAX_LEADS : scanned >= MAX_SCANNED || reader.clock.now() > end
    if (isFull) return { leads, next: last }
    if (lead) leads.push(lead)
    last = id
    scanned++
  }
  return { leads }
}
