import { copyFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Option } from 'commander'
import type { Config } from '../config.ts'
import { makeFolder } from '../spool/disk.ts'
import { findEntry, listEntries } from '../spool/entries.ts'
import { PLACES } from '../spool/layout.ts'
import type { Entry } from '../spool/store.ts'
import { fileLabel } from '../targets/mail-message.ts'
import { createRecord } from '../targets/record.ts'
import type { Command, Given } from './command.ts'
import { describeSkipped } from './describe.ts'
import { existingSpool } from './spool-access.ts'

/**
 * Submissions as JSON, one on a line; with `to` also into a folder, one folder each with its files under the names
 * that they were sent with. By default all but spam and what is damaged. Works beside a running relay.
 */
export const exportSubmissions = {
  usage: 'export [ids...]',
  description: 'submissions as JSON lines, with --to also their files',
  options: [
    new Option('--to <folder>', 'a folder for the files'),
    new Option('--place <place>', 'only this place').choices(PLACES),
    new Option('--form <type>', 'only this form'),
  ],
  async run(
    { spool }: Pick<Config, 'spool'>,
    { forms, to, place, form, ids = [] }: Pick<Given, 'forms' | 'to' | 'place' | 'form'> & Partial<Pick<Given, 'ids'>>,
  ) {
    const root = await existingSpool(spool)
    const places = PLACES.filter((one) => (place ? one === place : one !== 'spam' && one !== 'corrupt'))
    const warnings: string[] = []
    const found = await listEntries(root, places, (folder, error) =>
      warnings.push(describeSkipped(root, folder, error)),
    )
    const entries = found
      .filter(({ envelope }) => form === undefined || envelope.formType === form)
      .filter(({ envelope }) => ids.length === 0 || ids.includes(envelope.id))
    const data = entries.map(({ envelope, place }) => ({ ...createRecord(envelope, forms, () => undefined), place }))
    if (to === undefined) return { data, text: data.map((one) => JSON.stringify(one)).join('\n'), warnings, ok: true }

    for (const [at, entry] of entries.entries()) {
      const home = path.join(to, entry.envelope.id)
      await makeFolder(home)
      await writeFile(path.join(home, 'submission.json'), `${JSON.stringify(data[at], null, 2)}\n`, { mode: 0o600 })
      await copyFiles(root, entry, home)
    }
    return { data, text: `${data.length} written to ${path.resolve(to)}`, warnings, ok: true }
  },
} satisfies Command

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
  return fileLabel(name, file).replace(/[/\\:*?"<>|]/g, '_')
}
