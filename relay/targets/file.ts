import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { createFolder, findFolderProblem, SYNCED_FILE_OPTIONS, syncFolder } from '../disk.ts'
import { defineSetting, folderSchema } from '../settings.ts'
import type { SiteForms } from '../site-forms.ts'
import { createMailMessage, createMailPreview } from './mail-message.ts'
import { formatSubmissionRecord } from './record.ts'
import { mailSchedule } from './retry-schedules.ts'
import type { TargetInput, TargetType } from './target.ts'

const settings = z.object({
  folder: defineSetting(
    'RELAY_OUTBOX',
    'Folder in which a `file` target stores `<id>.eml` and `<id>.json`. The relay deletes nothing from it.',
    folderSchema,
    'outbox',
  ),
})

/**
 * Writes each submission to an outbox folder as two files: `<id>.eml`, which email programs can open with its
 * attachments, and `<id>.json`. A second delivery of the same submission replaces the first.
 */
export const fileTarget: TargetType<typeof settings> = {
  settings,
  forPeople: true,
  create({ name, folder }, { forms }) {
    // Streams the email to limit memory use.
    const composer = createTransport({ streamTransport: true, newline: 'windows' })
    return {
      name,
      schedule: mailSchedule,
      timeout: 60_000,
      async deliver(input, signal) {
        const { id } = input.envelope
        try {
          await createFolder(folder)
          const json = formatSubmissionRecord(input.envelope, forms)
          await writeAtomically(path.join(folder, `${id}.json`), `${json}\n`, signal)
          const mail = await composer.sendMail(mailOf(input, forms))
          await writeAtomically(path.join(folder, `${id}.eml`), mail.message as Readable, signal)
          await syncFolder(folder)
          return { kind: 'delivered', detail: `${id}.eml` }
        } catch (error) {
          const { code, message } = error as NodeJS.ErrnoException
          return { kind: 'temporary', detail: `outbox folder: ${code ?? message}`, reason: code ?? 'outbox folder' }
        }
      },
      async probe() {
        await createFolder(folder)
        const file = path.join(folder, '.probe')
        await writeFile(file, '')
        await rm(file)
        return `${folder} is writable`
      },
    }
  },
  preview: (_config, input, forms) => ({
    mail: createMailPreview(mailOf(input, forms)),
    json: formatSubmissionRecord(input.envelope, forms),
  }),
  listFiles: ({ folder }, id) => [path.join(folder, `${id}.eml`), path.join(folder, `${id}.json`)],
  async findProblem({ folder }) {
    const problem = await findFolderProblem(folder)
    return problem && `RELAY_OUTBOX: ${problem}`
  },
}

function mailOf(input: TargetInput, forms: SiteForms) {
  return createMailMessage(input, { forms, from: forms.site.email, to: [forms.site.email] })
}

/** Writes and syncs a temporary file, then renames it. Replaces an existing file. */
async function writeAtomically(file: string, content: Readable | string, signal: AbortSignal): Promise<void> {
  const draft = path.join(path.dirname(file), `.${randomUUID()}.part`)
  try {
    await writeFile(draft, content, { ...SYNCED_FILE_OPTIONS, signal })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
