import { InvalidArgumentError, Option } from 'commander'
import { DAY, HOUR, MINUTE } from '../clock.ts'
import { suggestName } from '../settings.ts'
import type { SiteForms } from '../site-forms.ts'
import { ENTRY_PLACES, getIdRange, getIdTime, getLowestId, isId } from '../store/ids.ts'
import type { EntryListItem, EntryPlace, StoreReader } from '../store/store.ts'
import type { CommandArgs } from './command.ts'

export type EntryQuery = Partial<Pick<CommandArgs, 'place' | 'form' | 'since' | 'before' | 'limit' | 'forms'>>

export const FORM_OPTION = new Option('--form <type>', 'only this form')

/** Options shared by commands that list entries. */
export const QUERY_OPTIONS = [
  new Option('--place <place>', 'only this place').choices([...ENTRY_PLACES, 'all']),
  FORM_OPTION,
  new Option(
    '--since <when>',
    'received since a UTC date, a time or a submission, or within a period such as 7d or 12h',
  ).argParser(parseTimeBound),
  new Option('--before <when>', 'older than a UTC date, a time, a submission or an age').argParser(parseTimeBound),
  new Option('--limit <count>', 'only the newest submissions, at most this many').argParser(parseCount),
]

const UNITS: Record<string, number> = { m: MINUTE, h: HOUR, d: DAY }

/** A date, optionally with a time and a time zone. */
const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/

/**
 * Parses a date, an age or an id. Dates and times without a time zone are in UTC, as in the output of all commands.
 * @returns the lowest id for that time, or the id itself
 */
export function parseTimeBound(text: string, _before?: unknown, now = Date.now()): string {
  if (isId(text)) return text
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  const [, date, time = '00:00', zone = 'Z'] = DATE.exec(text) ?? []
  const at = count ? now - Number(count) * (UNITS[unit] ?? 0) : Date.parse(`${date}T${time}${zone}`)
  if (Number.isNaN(at))
    throw new InvalidArgumentError(
      'Expected a UTC date such as 2026-11-24 or 2026-11-24T10:00, a time with its zone such as 2026-11-24T10:00+01:00, an age such as 7d or 12h, or a full id.',
    )
  return getLowestId(at)
}

/** Describes the selected period, such as `received before 2026-11-24T10:00:00.000Z`; undefined if it is not limited. */
export function describePeriod({ since, before }: EntryQuery): string | undefined {
  const describe = (word: string, id?: string) =>
    id === undefined ? [] : `${word} ${new Date(getIdTime(id)).toISOString()}`
  const bounds = [describe('since', since), describe('before', before)].flat()
  return bounds.length > 0 ? `received ${bounds.join(' and ')}` : undefined
}

export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Expected a whole number of at least 1.')
  return Number(text)
}

/** Returns the selected places. @param excluded places to leave out by default */
export function selectPlaces({ place }: EntryQuery, excluded: readonly EntryPlace[]): readonly EntryPlace[] {
  return ENTRY_PLACES.filter(
    (name) => place === 'all' || (place === undefined ? !excluded.includes(name) : name === place),
  )
}

/**
 * Yields the selected entries, oldest first. With a limit, yields only the newest ones.
 * @param onMore called if the limit excluded any entries
 * @throws Error with a message for the operator if the form does not exist
 */
export async function* findEntries(
  store: StoreReader,
  places: readonly EntryPlace[],
  query: EntryQuery,
  onUnreadable: (part: string, error: Error) => void,
  onMore = (): void => {},
): AsyncGenerator<EntryListItem> {
  const { form, since, before, limit } = query
  const order = limit === undefined ? 'oldest' : 'newest'
  const newest: EntryListItem[] = []
  let found = false
  for await (const listed of store.list({ places, order, since, before }, onUnreadable)) {
    if (form !== undefined && listed.entry?.envelope.formType !== form) continue
    found = true
    if (limit === undefined) yield listed
    else if (newest.length < limit) newest.push(listed)
    else {
      onMore()
      break
    }
  }
  if (!found) checkForm(query)
  yield* newest.reverse()
}

/** @throws Error if the form does not exist, because a typo would look like a form without submissions */
function checkForm({ form, forms }: EntryQuery): void {
  if (form === undefined || !forms || Object.hasOwn(forms.forms, form)) return
  throw new Error(`There is no form ${form}, and no submissions from it are stored.${suggestForm(form, forms)}`)
}

/** Returns a sentence that suggests the most similar form, or lists all forms. */
export function suggestForm(form: string, { forms }: SiteForms): string {
  const names = Object.keys(forms)
  const suggestion = suggestName(form, names)
  return suggestion ? ` Did you mean ${suggestion}?` : ` Forms: ${names.join(', ')}.`
}

/** Minimum length of an id prefix. */
const MIN_PREFIX = 4
/** Maximum number of ids listed for an ambiguous prefix. */
const MAX_LISTED = 5

/**
 * Returns the full id of the submission with this id or id prefix.
 * @throws Error with a message for the operator unless exactly one submission matches
 */
export async function findSubmissionId(store: StoreReader, text: string, where: string): Promise<string> {
  if (isId(text)) return text
  const range = text.length < MIN_PREFIX ? undefined : getIdRange(text.toLowerCase())
  const ids: string[] = []
  if (range)
    for await (const { id } of store.list(range)) {
      if (ids.length === MAX_LISTED) throw new Error(`Many submission ids begin with ${text}: ${ids.join(', ')} …`)
      ids.push(id)
    }
  const [id, ...others] = ids
  if (id === undefined) throw new Error(`There is no submission ${text} in ${where}.`)
  if (others.length > 0) throw new Error(`${ids.length} submission ids begin with ${text}: ${ids.join(', ')}.`)
  return id
}
