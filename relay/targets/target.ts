import type { Readable } from 'node:stream'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import type { SendMailOptions } from 'nodemailer'
import type { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { FormBook } from '../intake/form-book.ts'
import type { Envelope } from '../store/store.ts'
import type { AttachmentLinks } from './attachment-links.ts'

/** What a target is given: the envelope, and the bytes of its attachments. */
export interface Parcel {
  envelope: Envelope
  /** The bytes of an attachment. Nothing is opened before they are read. */
  open(file: string): Readable
  /** Who has it already, as the outcome of an earlier try said. */
  reached?: readonly string[]
}

/**
 * How a delivery ended. Whatever is not clearly permanent is temporary: it is tried again. `detail` may hold words of
 * the other side.
 */
export type Outcome = {
  detail: string
  /** Why not all of it was delivered, in our own words: for the log, which holds nothing that others said. */
  reason?: string
  /** What an operator has to mend in the settings or at the other side, in our own words. */
  setup?: string
} & (
  | { kind: 'delivered' }
  | {
      kind: 'temporary'
      /** The other side asked for this pause, in milliseconds. */
      retryAfter?: number
      /** Who has it by now; the next try leaves them out. */
      reached?: readonly string[]
    }
  | { kind: 'permanent' }
  /** Not sent, by a decision of our own that nobody needs to hear of. */
  | { kind: 'skipped' }
)

/** Where submissions go. All pass the same conformance suite. */
export interface Target {
  readonly name: string
  /** Pauses before the tries, in milliseconds: the first is 0. After the last one the delivery is given up. */
  readonly schedule: readonly number[]
  /** What it is then; dead, with an alert, without this. An abandoned one is nobody's concern. */
  readonly givenUp?: 'abandoned'
  /** Milliseconds that one try may take; then its signal is aborted. */
  readonly timeout: number
  /** Never throws for what the other side does; a throw is a fault of ours and counts as temporary. */
  deliver(parcel: Parcel, signal: AbortSignal): Promise<Outcome>
  /** For `relay doctor`: can it be reached? Resolves with what was found, or rejects with why not. */
  probe(): Promise<string | { warning: string }>
}

/** Sends mails that are no submissions. */
export interface Mailer {
  /** Sender, with or without a name. */
  from: string
  /** To one address. Whatever is refused is no matter for the operator of the relay. */
  send(mail: SendMailOptions & { to: string }, signal: AbortSignal): Promise<Outcome>
}

export interface TargetContext {
  forms: FormBook
  clock: Clock
  /** Makes the links under which receivers fetch attachments; none without it. */
  linksFor?: (config: { secret: string; publicUrl?: string | undefined }) => AttachmentLinks
}

/** A target as it is set up; `forms` are the form types that it takes, all when there is none. */
export type Configured<S extends z.ZodType> = z.output<S> & { name: string; forms: string[] }

/** The forms that a target takes. @param names their form types, all when there is none */
export function formsFor(names: readonly string[], forms: FormBook['forms']): Contract[] {
  return Object.values(forms).filter(({ formType }) => names.length === 0 || names.includes(formType))
}

/** One way to deliver, such as mail: everything about it. Each is one file, and one line in the list of `targets.ts`. */
export interface TargetKind<S extends z.ZodType = z.ZodType> {
  settings: S
  /** People read what it gets, so that it is also told what the relay has to say itself. */
  forPeople?: true
  /** The variable that shows that such a target is wanted; it is warned of when no target is of this kind. */
  address?: string
  /** @throws when a setting is unusable */
  create(config: Configured<S>, context: TargetContext): Target
  /** What it makes of a submission, for the inbox: a mail, or the JSON that programs get. */
  preview(config: Configured<S>, parcel: Parcel, forms: FormBook): { mail?: MailPreview; json?: string }
  /** For `start --check`: what on this machine would keep it from delivering. */
  findFault?(config: Configured<S>): Promise<string | undefined>
  /** What it cannot do with these forms as it is set up, and what that is about. */
  findWarning?(config: Configured<S>, forms: FormBook): { about: string; detail: string } | undefined
  /** How it sends mails to visitors; no other kind of target confirms what they sent. */
  createMailer?(config: Configured<S>): Mailer
  /** For `relay doctor`: whose DNS records matter to the servers that get its mail. */
  mailSender?(config: Configured<S>): { from: string; dkim?: { domain: string; selector: string } | undefined }
}

/** A mail as its reader sees it. */
export interface MailPreview {
  /** From, To, Reply-To and Subject, then the text. */
  text: string
  html: string
}
