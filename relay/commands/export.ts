import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Option } from 'commander'
import { createFolder } from '../disk.ts'
import { describeStore, openReader, type ReaderConfig } from '../open-store.ts'
import { isInternal } from '../store/records.ts'
import type { Entry, EntryListItem, Envelope, StoreReader } from '../store/store.ts'
import { formatFileLabel } from '../targets/mail-message.ts'
import { createSubmissionRecord, type SubmissionRecord } from '../targets/record.ts'
import { type Command, type CommandArgs, type StreamedReport, UsageError } from './command.ts'
import { formatSkipWarning } from './describe.ts'
import { createOutcomeTable, type OutcomeRow, outcomeFormats } from './outcome-table.ts'
import { type EntryQuery, findEntries, findSubmissionId, QUERY_OPTIONS, selectPlaces } from './query.ts'

export const TO_OPTION = new Option('--to <folder>', 'write each submission and its files to this folder')

type ExportArgs = EntryQuery &
  Pick<CommandArgs, 'forms' | 'to'> &
  Partial<Pick<CommandArgs, 'ids' | 'outcomes' | 'format'>>

/**
 * Prints submissions as JSON lines. With `to`, writes each submission to a folder instead, with its files under their
 * original names. With `outcomes`, prints the outcomes of leads as CSV. By default, excludes spam and damaged entries.
 * Safe to run while a relay is running.
 */
export const exportCommand = {
  usage: 'export [ids...]',
  description: 'print submissions as JSON lines, or write them and their files to a folder',
  options: [
    TO_OPTION,
    new Option('--outcomes', 'print the leads that have an outcome, as CSV'),
    new Option('--format <format>', 'format of the outcomes').choices(Object.keys(outcomeFormats)),
    ...QUERY_OPTIONS,
  ],
  async run(
    config: ReaderConfig,
    { forms, to, ids = [], outcomes = false, format, ...query }: ExportArgs,
  ): Promise<StreamedReport<(SubmissionRecord & { place: string }) | OutcomeRow>> {
    if ((to !== undefined && outcomes) || (format !== undefined && !outcomes))
      throw new UsageError('Use --format only with --outcomes, and --outcomes without --to.')
    const toRow = outcomes ? createOutcomeTable(format ?? 'csv', forms) : undefined
    const warnings: string[] = []
    const skip = (part: string, error: Error) => warnings.push(formatSkipWarning(part, error))
    let written = 0
    const store = await openReader(config)

    async function* find(): AsyncGenerator<EntryListItem> {
      if (ids.length === 0)
        return yield* findEntries(store, selectPlaces(query, ['spam', 'corrupt']), { ...query, forms }, skip)
      const where = describeStore(config)
      // Resolves all id prefixes first, so that nothing is written if one of them is ambiguous or matches nothing.
      const fullIds: string[] = []
      for (const id of ids) fullIds.push(await findSubmissionId(store, id, where))
      for (const id of fullIds) {
        const entry = await store.read(id)
        if (!entry) throw new Error(`There is no submission ${id} in ${where}.`)
        yield { id, place: entry.place, entry }
      }
    }

    async function* items() {
      try {
        for await (const { id, place, ...found } of find()) {
          if (!found.entry) skip(`${place}/${id}`, found.error)
          if (!found.entry) continue
          // Skips digests and events, which programs would mistake for visitors' submissions.
          if (ids.length === 0 && query.form === undefined && isInternal(found.entry.envelope)) continue
          const item = toRow ? toRow(found.entry) : await exportEntry(store, found.entry, { forms, to })
          if (!item) continue
          written++
          yield item
        }
      } finally {
        await store.close()
      }
    }

    const end = () =>
      to === undefined ? { warnings } : { text: `${written} written to ${path.resolve(to)}`, warnings }
    return { items: items(), end }
  },
} satisfies Command

/** Writes an entry and its files to the folder `to`, if given; otherwise returns its record as a line of text. */
export async function exportEntry(
  store: StoreReader,
  { envelope, place, outcomes }: Entry,
  { forms, to }: Pick<ExportArgs, 'forms' | 'to'>,
): Promise<{ data: SubmissionRecord & { place: string }; line?: string }> {
  const outcome = outcomes.at(-1)
  const data = { ...createSubmissionRecord(envelope, forms), place, ...(outcome && { outcome, outcomes }) }
  if (to === undefined) return { data, line: JSON.stringify(data) }
  await writeSubmission(store, envelope, data, path.join(to, envelope.id))
  return { data }
}

async function writeSubmission(store: StoreReader, { id, attachments }: Envelope, record: unknown, folder: string) {
  await createFolder(folder)
  await writeFile(path.join(folder, 'submission.json'), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 })
  for (const { file, name } of attachments) {
    const content = await store.openAttachment(id, file)
    if (!content) throw new Error(`The attachment ${file} of submission ${id} is missing.`)
    // The file name begins with a number, because several files may have the same original name.
    const label = formatFileLabel(name, file).replace(/[/\\:*?"<>|]/g, '_')
    const destination = path.join(folder, `${Number.parseInt(file, 10)}-${label}`)
    await pipeline(content, createWriteStream(destination, { mode: 0o600 }))
  }
}
