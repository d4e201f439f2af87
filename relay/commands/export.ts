import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Option } from 'commander'
import { isDigest } from '../monitoring/digest.ts'
import { makeFolder } from '../spool/disk.ts'
import { PLACES } from '../store/ids.ts'
import { openReader, type ReaderConfig } from '../store/open-store.ts'
import type { Envelope, StoreReader } from '../store/store.ts'
import { fileLabel } from '../targets/mail-message.ts'
import { createRecord, type SubmissionRecord } from '../targets/record.ts'
import type { Command, Given } from './command.ts'
import { describeSkipped } from './describe.ts'

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
    config: ReaderConfig,
    { forms, to, place, form, ids = [] }: Pick<Given, 'forms' | 'to' | 'place' | 'form'> & Partial<Pick<Given, 'ids'>>,
  ) {
    const places = PLACES.filter((one) => (place ? one === place : one !== 'spam' && one !== 'corrupt'))
    const warnings: string[] = []
    const skip = (part: string, error: Error) => warnings.push(describeSkipped(part, error))
    const data: (SubmissionRecord & { place: string })[] = []
    const store = await openReader(config)
    try {
      for await (const { id, place, ...one } of store.list({ places }, skip)) {
        if (!one.entry) skip(`${place}/${id}`, one.error)
        const envelope = one.entry?.envelope
        if (!envelope || (form !== undefined && envelope.formType !== form)) continue
        // Programs take what comes for what visitors sent.
        if (ids.length > 0 ? !ids.includes(id) : form === undefined && isDigest(envelope.formType)) continue
        const record = { ...createRecord(envelope, forms, () => undefined), place }
        data.push(record)
        if (to !== undefined) await writeSubmission(store, envelope, record, path.join(to, id))
      }
    } finally {
      await store.close()
    }
    const lines = data.map((one) => JSON.stringify(one)).join('\n')
    return { data, text: to ? `${data.length} written to ${path.resolve(to)}` : lines, warnings, ok: true }
  },
} satisfies Command

async function writeSubmission(store: StoreReader, { id, attachments }: Envelope, record: unknown, home: string) {
  await makeFolder(home)
  await writeFile(path.join(home, 'submission.json'), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 })
  for (const { file, name } of attachments) {
    const content = await store.openAttachment(id, file)
    if (!content) throw new Error(`${file} of ${id} is missing.`)
    // Our number before their name: two files of one name stay two files.
    const at = path.join(home, `${Number.parseInt(file, 10)}-${safe(name, file)}`)
    await pipeline(content, createWriteStream(at, { mode: 0o600 }))
  }
}

function safe(name: string, file: string): string {
  return fileLabel(name, file).replace(/[/\\:*?"<>|]/g, '_')
}
