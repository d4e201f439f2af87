import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type Clock, DAY } from '../clock.ts'
import { setting, url } from '../settings.ts'
import type { Attachment, Store } from '../store/store.ts'

/** The base of all links. */
export const publicUrl = setting(
  'RELAY_PUBLIC_URL',
  'Address of the relay as receivers of webhooks and mails reach it. Without it they get no links to files; start and `doctor` warn of that.',
  url(['http', 'https']).optional(),
)

/**
 * Links to attachments, for receivers of webhooks and for mails that go without their files: signed, good for some
 * days and for a few whole downloads, because what was sent whole to a proxy may be cut off behind it.
 * The address is `<publicUrl>/attachments/<id>/<file>?until=<ms>&signature=<hex>`; the relay's route hands
 * its parts to `open`.
 */
export interface AttachmentLinks {
  /** Undefined when the relay has no public address. */
  linkTo(id: string, attachment: Attachment): string | undefined
  /**
   * The attachment behind a link, or undefined when the link is wrong, too old or used up. Call `used` with the share
   * of the file that was sent, from 0 to 1.
   */
  open(link: {
    id: string
    file: string
    until: string
    signature: string
  }): Promise<(StoredFile & { used(share: number): Promise<void> }) | undefined>
}

/** An attachment and its bytes, all or from `start` to `end`; undefined when it is there no more. */
export interface StoredFile {
  attachment: Attachment
  open(range?: { start: number; end: number }): Promise<Readable | undefined>
}

interface LinkOptions {
  publicUrl: string | undefined
  /** Secret of the target. Links are signed with a key made from it. */
  secret: string
  store: Pick<Store, 'read' | 'openAttachment' | 'countUses' | 'addUse'>
  clock: Clock
}

/** How long a link is good for, in milliseconds: longer than the pauses between two tries of a webhook. */
const GOOD_FOR = 7 * DAY

/** How often a file may be sent before its link is used up, all parts of it counted together. */
const DOWNLOADS = 5
/** Uses are counted in thousandths of a file. */
const UNITS = 1000

export function createAttachmentLinks({ publicUrl, secret, store, clock }: LinkOptions): AttachmentLinks {
  const key = createHmac('sha256', secret).update('attachment links').digest()
  const sign = (id: string, file: string, until: string): string =>
    createHmac('sha256', key).update(`${id}\n${file}\n${until}`).digest('hex')
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
      if (Number(until) < clock.now() || (await store.countUses(name)) >= DOWNLOADS * UNITS) return undefined
      const entry = await store.read(id)
      const attachment = entry?.envelope.attachments.find((one) => one.file === file)
      if (!entry || !attachment || entry.place === 'spam' || entry.place === 'corrupt') return undefined
      return {
        attachment,
        open: (range) => store.openAttachment(id, file, range),
        used: (share) => store.addUse(name, Math.ceil(share * UNITS)),
      }
    },
  }
}
