import type { Readable } from 'node:stream'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import type { SendMailOptions } from 'nodemailer'
import type { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { FormBook } from '../intake/form-book.ts'
import type { Envelope } from '../store/store.ts'
import type { AttachmentLinks } from './attachment-links.ts'

/** Input of a target: an envelope and its attachments. */
export interface Parcel {
  envelope: Envelope
  /** Reads an attachment. The file is opened at the first read. */
  open(file: string): Readable
  /** Recipients that accepted it in an earlier attempt. */
  reached?: readonly string[]
}

/**
 * Result of a delivery attempt. Errors that are not clearly permanent are temporary and are retried. `detail` may quote
 * the receiver.
 */
export type Outcome = {
  detail: string
  /** Why it was not fully delivered, without quotes of the receiver, for the log. */
  reason?: string
  /** What an operator has to fix in the settings or at the receiver, without quotes. */
  setup?: string
} & (
  | { kind: 'delivered' }
  | {
      kind: 'temporary'
      /** Pause that the receiver asked for, in milliseconds. */
      retryAfter?: number
      /** Recipients that have accepted it; the next attempt skips them. */
      reached?: readonly string[]
    }
  | { kind: 'permanent' }
  /** Deliberately not sent; raises no alert. */
  | { kind: 'skipped' }
)

/** A receiver of submissions. All targets pass the same conformance suite. */
export interface Target {
  readonly name: string
  /** Pauses before the attempts, in milliseconds; the first is 0. After the last attempt the delivery is given up. */
  readonly schedule: readonly number[]
  /** Status of deliveries that are given up: by default `dead`, with an alert. */
  readonly givenUp?: 'abandoned'
  /** Timeout of an attempt, in milliseconds; then its signal is aborted. */
  readonly timeout: number
  /** Delivers a submission. Does not throw errors of the receiver; an exception is an internal error, and temporary. */
  deliver(parcel: Parcel, signal: AbortSignal): Promise<Outcome>
  /** For `relay doctor`: resolves if the receiver can be reached, otherwise rejects with the reason. */
  probe(): Promise<string | { warning: string }>
}

/** Sends mails other than submissions. */
export interface Mailer {
  /** Sender, with or without a name. */
  from: string
  /** Sends to one address. Refusals raise no alert. */
  send(mail: SendMailOptions & { to: string }, signal: AbortSignal): Promise<Outcome>
}

export interface TargetContext {
  forms: FormBook
  clock: Clock
  /** Creates links to attachments for receivers. */
  linksFor?: (config: { secret: string; publicUrl?: string | undefined }) => AttachmentLinks
}

/** A configured target; `forms` are the form types that it accepts, all if empty. */
export type Configured<S extends z.ZodType> = z.output<S> & { name: string; forms: string[] }

/** Returns the forms that a target accepts. @param names their form types, all if empty */
export function formsFor(names: readonly string[], forms: FormBook['forms']): Contract[] {
  return Object.values(forms).filter(({ formType }) => names.length === 0 || names.includes(formType))
}

/** A type of target, such as mail. Each has its own file and is listed in `targets.ts`. */
export interface TargetKind<S extends z.ZodType = z.ZodType> {
  settings: S
  /** Set if people read its deliveries; it then also receives digests. */
  forPeople?: true
  /** Variable of its address. If it is set and no such target is configured, the relay warns. */
  address?: string
  /** @throws if a setting is unusable */
  create(config: Configured<S>, context: TargetContext): Target
  /** Returns the mail or JSON that the target would receive, for the inbox. */
  preview(config: Configured<S>, parcel: Parcel, forms: FormBook): { mail?: MailPreview; json?: string }
  /** For `start --check`: returns a fault that prevents deliveries from this machine. */
  findFault?(config: Configured<S>): Promise<string | undefined>
  /** Returns a warning about features of the forms that it does not support with its settings. */
  findWarning?(config: Configured<S>, forms: FormBook): { about: string; detail: string } | undefined
  /** Creates a mailer, for confirmations to visitors. */
  createMailer?(config: Configured<S>): Mailer
  /** For `relay doctor`: the sender whose DNS records are checked. */
  mailSender?(config: Configured<S>): { from: string; dkim?: { domain: string; selector: string } | undefined }
}

/** A mail as its recipient sees it. */
export interface MailPreview {
  /** From, To, Reply-To and Subject, then the text. */
  text: string
  html: string
}
