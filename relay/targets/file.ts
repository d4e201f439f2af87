import { randomUUID } from 'node:crypto'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { TargetConfig } from '../config.ts'
import { mailSchedule } from '../delivery/schedules.ts'
import type { FormBook } from '../intake/form-book.ts'
import { makeFolder, syncFolder } from '../spool/disk.ts'
import { createMailMessage } from './mail-message.ts'
import { createRecord } from './record.ts'
import type { Target } from './target.ts'

/**
 * Puts each submission into an outbox folder as `<id>.eml`, which mail programs open with its attachments, and as
 * `<id>.json`. A second delivery of the same submission replaces the first.
 */
export function createFileTarget(config: Extract<TargetConfig, { kind: 'file' }>, forms: FormBook): Target {
  const { name, folder } = config
  // Its own transport: the mail is written as a stream, so that memory stays flat.
  const composer = createTransport({ streamTransport: true, newline: 'windows' })
  const address = forms.site.email
  return {
    name,
    kind: 'file',
    schedule: mailSchedule,
    timeout: 60_000,
    async deliver(parcel, signal) {
      const { id } = parcel.envelope
      try {
        await makeFolder(folder)
        const record = createRecord(parcel.envelope, forms, () => undefined)
        await writeAtomically(path.join(folder, `${id}.json`), `${JSON.stringify(record, null, 2)}\n`, signal)
        const mail = await composer.sendMail(createMailMessage(parcel, { forms, from: address, to: [address] }))
        await writeAtomically(path.join(folder, `${id}.eml`), mail.message as Readable, signal)
        await syncFolder(folder)
        return { kind: 'delivered', detail: `${id}.eml` }
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        return { kind: 'temporary', detail: `outbox folder: ${code ?? message}` }
      }
    },
    async probe() {
      await makeFolder(folder)
      const file = path.join(folder, '.probe')
      await writeFile(file, '')
      await rm(file)
      return `${folder} can be written`
    },
    async close() {},
  }
}

/** Writes a file that appears under its name only when it is whole and durable. What stood there is replaced. */
export async function writeAtomically(file: string, content: Readable | string, signal: AbortSignal): Promise<void> {
  const draft = path.join(path.dirname(file), `.${randomUUID()}.part`)
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await writeFile(handle, content, { signal })
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
