import { copyFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import type { FormBook } from '../intake/form-book.ts'
import { makeFolder } from '../spool/disk.ts'
import { findEntry, listEntries } from '../spool/entries.ts'
import type { Entry, Place } from '../spool/store.ts'
import { cleanFileName } from '../targets/mail-message.ts'
import { createRecord, type SubmissionRecord } from '../targets/record.ts'
import type { Report } from './command.ts'
import { describeSkipped } from './describe.ts'
import { existingSpool } from './spool-access.ts'

export type ExportedSubmission = SubmissionRecord & { place: Place }

/**
 * Submissions as JSON, one on a line; with `to` also into a folder, one folder each with its files under the names
 * that they were sent with. By default all but spam and what is damaged. Works beside a running relay.
 */
export async function exportSubmissions(
  { spool }: Pick<Config, 'spool'>,
  options: { forms: FormBook; to?: string; place?: Place; formType?: string; ids?: readonly string[] },
): Promise<Report<ExportedSubmission[]>> {
  const { forms, to, place, formType, ids } = options
  const root = await existingSpool(spool)
  const places: Place[] = place ? [place] : ['queue', 'dead', 'done']
  const warnings: string[] = []
  const found = await listEntries(root, places, (folder, error) => warnings.push(describeSkipped(root, folder, error)))
  const entries = found
    .filter(({ envelope }) => formType === undefined || envelope.formType === formType)
    .filter(({ envelope }) => ids === undefined || ids.includes(envelope.id))
  const data = entries.map(({ envelope, place: at }) => ({
    ...createRecord(envelope, forms, () => undefined),
    place: at,
  }))
  if (to === undefined) return { data, text: data.map((one) => JSON.stringify(one)).join('\n'), warnings, ok: true }

  for (const [at, entry] of entries.entries()) {
    const home = path.join(to, entry.envelope.id)
    await makeFolder(home)
    await writeFile(path.join(home, 'submission.json'), `${JSON.stringify(data[at], null, 2)}\n`, { mode: 0o600 })
    await copyFiles(root, entry, home)
  }
  return { data, text: `${data.length} written to ${path.resolve(to)}`, warnings, ok: true }
}

/** The running relay may move an entry on while it is copied: then it is copied from where it went. */
async function copyFiles(root: string, { envelope, folder }: Entry, home: string): Promise<void> {
  try {
    // Our number before their name: two files of one name stay two files.
    for (const { file, name } of envelope.attachments)
      await copyFile(path.join(folder, file), path.join(home, `${Number.parseInt(file, 10)}-${safe(name, file)}`))
  } catch (error) {
    const now = await findEntry(root, envelope.id)
    if (now?.folder === folder) throw error
    if (now) await copyFiles(root, now, home)
  }
}

function safe(name: string, file: string): string {
  return cleanFileName(name, file).replace(/[/\\:*?"<>|]/g, '_')
}
