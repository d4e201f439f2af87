import { createHmac, timingSafeEqual } from 'node:crypto'
import { appendFile, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../clock.ts'
import { makeFolder } from '../spool/disk.ts'
import type { Attachment, Store } from '../spool/store.ts'

/**
 * Links to attachments for receivers of webhooks: signed, good for some days and for a few whole downloads, because
 * what was sent whole to a proxy may be cut off behind it.
 * The address is `<publicUrl>/attachments/<id>/<file>?until=<ms>&signature=<hex>`; the relay's route hands
 * its parts to `open`.
 */
export interface AttachmentLinks {
  /** Undefined when the relay has no public address. */
  linkTo(id: string, attachment: Attachment): string | undefined
  /**
   * The attachment behind a link, or undefined when the link is wrong, too old or used up. Call `used` when the
   * answer has been sent whole.
   */
  open(link: {
    id: string
    file: string
    until: string
    signature: string
  }): Promise<{ path: string; attachment: Attachment; used(): Promise<void> } | undefined>
}

interface LinkOptions {
  publicUrl: string | undefined
  /** Secret of the webhook. Links are signed with a key made from it. */
  secret: string
  store: Pick<Store, 'read'>
  /** Folder that remembers how often links were used, such as `links` in the spool. */
  folder: string
  clock: Clock
}

/** How long a link is good for, in milliseconds: longer than the pauses between two tries of a webhook. */
const GOOD_FOR = 7 * 24 * 60 * 60 * 1000

/** Whole downloads before a link is used up. */
const DOWNLOADS = 5

export function createAttachmentLinks({ publicUrl, secret, store, folder, clock }: LinkOptions): AttachmentLinks {
  const key = createHmac('sha256', secret).update('attachment links').digest()
  const sign = (id: string, file: string, until: string): string =>
    createHmac('sha256', key).update(`${id}\n${file}\n${until}`).digest('hex')
  /** A file that holds one byte for each download. */
  const isUsed = async (name: string): Promise<boolean> =>
    ((await stat(path.join(folder, name)).catch(() => undefined))?.size ?? 0) >= DOWNLOADS

  return {
    linkTo(id, { file }) {
      if (publicUrl === undefined) return undefined
      const until = String(clock.now() + GOOD_FOR)
      const query = new URLSearchParams({ until, signature: sign(id, file, until) })
      return `${publicUrl.replace(/\/+$/, '')}/attachments/${id}/${file}?${query}`
    },
    async open({ id, file, until, signature }) {
      const expected = Buffer.from(sign(id, file, until))
      const given = Buffer.from(signature)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      // Signed by us, so all of it is safe in a file name.
      const name = `${until}-${id}-${file}`
      if (Number(until) < clock.now() || (await isUsed(name))) return undefined
      const entry = await store.read(id)
      const attachment = entry?.envelope.attachments.find((one) => one.file === file)
      if (!entry || !attachment || entry.place === 'spam' || entry.place === 'corrupt') return undefined
      return {
        path: path.join(entry.folder, file),
        attachment,
        async used() {
          await makeFolder(folder)
          for (const old of await readdir(folder))
            if (Number.parseInt(old, 10) < clock.now()) await rm(path.join(folder, old), { force: true })
          await appendFile(path.join(folder, name), '.')
        },
      }
    },
  }
}
