import { listFields } from '@northshelf/site/forms/fields.ts'
import { emailCodec } from '@northshelf/site/forms/kinds/email/mailbox.ts'
import { openReader, type ReaderConfig } from '../open-store.ts'
import type { SiteForms } from '../site-forms.ts'
import { openFolderReader } from '../spool/folder-reader.ts'
import { DamagedEntryError, isPlaceholderEnvelope } from '../store/envelope-text.ts'
import type { Entry, Envelope, StoreReader } from '../store/store.ts'
import { UsageError } from './command.ts'
import { describeReadError } from './describe.ts'

export const PERSON_GROUP = { name: 'person', description: 'export or erase the submissions of one person' }

/** A submission of the person, and the store that contains it. */
interface PersonEntry {
  store: StoreReader
  entry: Entry
  /** Whether the submission is waiting in this machine's spool for the database. */
  isLocal: boolean
}

/**
 * Yields all stored submissions in which the answer to an email field is this address, ignoring case. In forms and
 * fields that the site no longer has, any answer counts that is nothing but the address.
 * @param onUnreadable called with a warning for each part of the store that cannot be read
 * @throws UsageError if the text is not an email address
 */
export async function* findPersonEntries(
  config: ReaderConfig,
  { email, forms }: { email: string; forms: SiteForms },
  onUnreadable: (warning: string) => void,
): AsyncGenerator<PersonEntry> {
  const address = parseAddress(email)
  const report = (part: string, error: Error): void =>
    onUnreadable(`${part} ${describeReadError(error)}. Check by hand whether it is from this person.`)
  const found = new Set<string>()
  // Reads the spool first, because a relay may be moving its entries to the database.
  const open = config.store === undefined ? [openReader] : [openLocalReader, openReader]
  for (const openOne of open) {
    const store = await openOne(config)
    try {
      for await (const { id, place, ...listed } of store.list({}, report)) {
        if (!listed.entry) report(`${place}/${id}`, listed.error)
        else if (isPlaceholderEnvelope(listed.entry.envelope))
          report(`${place}/${id}`, new DamagedEntryError(listed.entry.problem))
        else if (!found.has(id) && contains(listed.entry.envelope, address, forms)) {
          found.add(id)
          yield { store, entry: listed.entry, isLocal: openOne === openLocalReader }
        }
      }
    } finally {
      await store.close()
    }
  }
}

const openLocalReader = ({ spool }: ReaderConfig): Promise<StoreReader> => openFolderReader(spool)

/** @throws UsageError if the text is not an email address without a name */
function parseAddress(typed: string): string {
  const address = normalizeAddress(typed)
  if (!/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(address))
    throw new UsageError(`${JSON.stringify(typed)} is not an email address. Specify only the address: ada@example.com`)
  return address
}

/** Returns an address without surrounding spaces, in lower case, and with its domain in ASCII. */
function normalizeAddress(text: string): string {
  return (emailCodec.parse(text) ?? '').toLowerCase()
}

function contains({ formType, values }: Envelope, address: string, { forms }: SiteForms): boolean {
  const contract = forms[formType]
  const kinds = new Map(contract && listFields(contract).map(({ name, kind }) => [name, kind]))
  return Object.entries(values).some(
    ([name, value]) =>
      (kinds.get(name) ?? 'email') === 'email' &&
      [value].flat().some((text) => typeof text === 'string' && normalizeAddress(text) === address),
  )
}

/** Returns the error for an address that no stored submission has. */
export function createNobodyError(email: string): Error {
  return new Error(`No stored submission has the address ${email.trim()}.`)
}
