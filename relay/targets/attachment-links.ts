import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type Clock, DAY } from '../clock.ts'
import { createTextSchema, createUrlSchema, defineSetting } from '../settings.ts'
import type { Attachment, Store } from '../store/store.ts'

export const publicUrlSetting = defineSetting(
  'RELAY_PUBLIC_URL',
  'Public URL of the relay, used for links in emails and in requests to webhooks and other services. Without it, they contain no links; if a form or template needs them, `start` and `doctor` print a warning.',
  createUrlSchema(['http', 'https']).optional(),
)

export const linkSecretSetting = defineSetting(
  'RELAY_LINK_SECRET',
  'Secret for signing links, at least 24 characters, for example from `openssl rand -base64 32`. If it and `RELAY_PUBLIC_URL` are set, emails contain a link to [record the outcome](#outcomes) or to [confirm a consent](#consents-confirmed-by-email), and emails that the server accepts only [without their files](#files-in-mails) and deliveries of `http` targets contain links to the files.',
  createTextSchema()
    .refine((secret) => secret.length >= 24, '{} must have at least 24 characters.')
    .optional(),
)

/**
 * Signed links to attachments, for programs that receive submissions and for emails sent without their files. Each link
 * is valid for 7 days and 5 complete downloads. One download would not be enough, because a proxy may hide from the relay that a
 * download was interrupted. Format: `<publicUrl>/attachments/<id>/<file>?until=<ms>&signature=<hex>`.
 */
export interface AttachmentLinks {
  /** Creates a link. Returns undefined if the relay has no public address. */
  linkTo(id: string, attachment: Attachment): string | undefined
  /**
   * Returns the attachment of a link, or undefined if the link is invalid, expired or used up. After sending the file,
   * call `used` with the fraction of it that was sent, from 0 to 1.
   */
  open(link: SignedLink): Promise<(StoredFile & { used(share: number): Promise<void> }) | undefined>
  /** Creates a link to the page on which the outcome of a lead is recorded. It is valid for a year. */
  linkToOutcome(id: string): string | undefined
  /** Checks the signature and time of a link to a page about a submission. `file` is the page: `outcome` or `consent`. */
  checkPageLink(link: SignedLink): 'valid' | 'expired' | 'forged'
}

interface SignedLink {
  id: string
  file: string
  until: string
  signature: string
}

/**
 * An attachment. `open` reads the whole file, or from `start` to `end`; it returns undefined if the file was deleted.
 */
export interface StoredFile {
  attachment: Attachment
  open(range?: { start: number; end: number }): Promise<Readable | undefined>
}

interface LinkOptions {
  publicUrl: string | undefined
  /** Secret of the target, from which the signing key is derived. */
  secret: string
  /** Whether links to pages are accepted. The receiver of a webhook knows its secret, so it could sign them. */
  pages?: boolean | undefined
  store: Pick<Store, 'read' | 'openAttachment' | 'countUses' | 'addUse'>
  clock: Clock
}

/** How long a link is valid, in milliseconds. This is longer than any pause between attempts to call a webhook. */
const VALID_FOR = 7 * DAY

/** Number of complete downloads after which a link is used up. Partial downloads add up. */
const DOWNLOADS = 5
/** A complete download counts as this many units; a partial one counts as fewer. */
const UNITS = 1000

const OUTCOME_VALID_FOR = 365 * DAY

function sign(secret: string, { id, file, until }: Omit<SignedLink, 'signature'>): string {
  const key = createHmac('sha256', secret).update('attachment links').digest()
  return createHmac('sha256', key).update(`${id}\n${file}\n${until}`).digest('hex')
}

export type LinkConfig = Partial<Record<'publicUrl' | 'linkSecret', string | undefined>>

/**
 * Creates a link to a file or page about a submission.
 * @param expiresAt milliseconds since 1970
 * @returns undefined if links are not configured
 */
export function createSignedLink({ publicUrl, linkSecret }: LinkConfig, id: string, file: string, expiresAt: number) {
  if (publicUrl === undefined || linkSecret === undefined) return undefined
  const until = String(expiresAt)
  const query = new URLSearchParams({ until, signature: sign(linkSecret, { id, file, until }) })
  return `${publicUrl.replace(/(?<!\/)\/+$/, '')}/attachments/${id}/${file}?${query}`
}

export function createAttachmentLinks({ publicUrl, secret, pages, store, clock }: LinkOptions): AttachmentLinks {
  const createLink = (id: string, file: string, validFor: number) =>
    createSignedLink({ publicUrl, linkSecret: secret }, id, file, clock.now() + validFor)
  const isSigned = ({ signature, ...link }: SignedLink): boolean => {
    const expected = Buffer.from(sign(secret, link))
    const actual = Buffer.from(signature)
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  }
  return {
    linkTo: (id, { file }) => createLink(id, file, VALID_FOR),
    linkToOutcome: (id) => createLink(id, 'outcome', OUTCOME_VALID_FOR),
    checkPageLink(link) {
      if (!pages || !isSigned(link)) return 'forged'
      return Number(link.until) < clock.now() ? 'expired' : 'valid'
    },
    async open(link) {
      const { id, file, until } = link
      if (!isSigned(link)) return undefined
      // The signature is valid, so all parts are safe in a file name.
      const name = `${until}-${id}-${file}`
      if (Number(until) < clock.now() || (await store.countUses(name)) >= DOWNLOADS * UNITS) return undefined
      const entry = await store.read(id)
      const attachment = entry?.envelope.attachments.find((candidate) => candidate.file === file)
      if (!entry || !attachment || entry.place === 'spam' || entry.place === 'corrupt') return undefined
      return {
        attachment,
        open: (range) => store.openAttachment(id, file, range),
        used: (share) => store.addUse(name, Math.ceil(share * UNITS)),
      }
    },
  }
}
