import type { Readable } from 'node:stream'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import type { SendMailOptions } from 'nodemailer'
import type { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { SiteForms } from '../site-forms.ts'
import type { Envelope, RecordedOutcome } from '../store/store.ts'
import type { AttachmentLinks, LinkConfig } from './attachment-links.ts'

/** Input for a target: an envelope and its attachments. */
export interface TargetInput {
  envelope: Envelope
  /** Returns a stream of an attachment. The file is opened on the first read. */
  open(file: string): Readable
  /** Recipients that accepted the submission in an earlier attempt. */
  reached?: readonly string[]
  /** What became of the submission. If it is set, the target sends it instead of the submission. */
  event?: { id: string; outcome: RecordedOutcome } | undefined
}

/**
 * Result of a delivery attempt. Errors that are not clearly permanent are temporary and are retried. `detail` may quote
 * the receiver.
 */
export type DeliveryOutcome = {
  detail: string
  /** Why the submission was not fully delivered, for the log. Does not quote the receiver. */
  reason?: string
  /** What an operator must fix in the settings or at the receiver. Does not quote the receiver. */
  setup?: string
} & (
  | { kind: 'delivered' }
  | {
      kind: 'temporary'
      /** Minimum pause that the receiver requested, in milliseconds. */
      retryAfter?: number
      /** Recipients that have accepted the submission. The next attempt skips them. */
      reached?: readonly string[]
    }
  | { kind: 'permanent' }
  /** Deliberately not sent. Raises no alert. */
  | { kind: 'skipped' }
)

/** A receiver of submissions. All targets pass the same conformance suite. */
export interface Target {
  readonly name: string
  /** Pauses before the attempts, in milliseconds. The first is 0. After the last attempt, the relay gives up. */
  readonly schedule: readonly number[]
  /** Status of a delivery after the relay has given up. The default is `dead`, which raises an alert. */
  readonly givenUp?: 'abandoned'
  /** Time in milliseconds after which an attempt's signal is aborted. */
  readonly timeout: number
  /**
   * Delivers a submission. Returns the receiver's errors as outcomes; an exception counts as a temporary internal
   * error.
   */
  deliver(input: TargetInput, signal: AbortSignal): Promise<DeliveryOutcome>
  /** For `relay doctor`: resolves if the receiver can be reached; otherwise rejects with the reason. */
  probe(): Promise<string | { warning: string }>
}

/** Sends emails to visitors. */
export interface Mailer extends LinkConfig {
  /** Sender's address, with or without a name. */
  from: string
  /** Sends an email to one address. A refusal raises no alert. */
  send(mail: SendMailOptions & { to: string }, signal: AbortSignal): Promise<DeliveryOutcome>
}

export interface TargetContext {
  forms: SiteForms
  clock: Clock
  /** Creates the links through which receivers download attachments. */
  linksFor?: (config: { secret: string; publicUrl?: string | undefined; pages?: boolean }) => AttachmentLinks
}

/** A configured target. `forms` are the form types that it accepts; if empty, it accepts all. */
export type ConfiguredTarget<S extends z.ZodType> = z.output<S> & { name: string; forms: string[] }

/** Returns the forms that a target accepts. @param names form types of the target; if empty, it accepts all forms */
export function listAcceptedForms(names: readonly string[], forms: SiteForms['forms']): Contract[] {
  return Object.values(forms).filter(({ formType }) => names.length === 0 || names.includes(formType))
}

/** A type of target, such as email. Each has its own file and is listed in `targets.ts`. */
export interface TargetType<S extends z.ZodType = z.ZodType> {
  settings: S
  /** Set if people read the deliveries. Such targets also receive digests. */
  forPeople?: true
  /** Variable with the target's address. The relay warns if it is set but no such target is configured. */
  address?: string
  /** @throws if a setting is unusable */
  create(config: ConfiguredTarget<S>, context: TargetContext): Target
  /** Returns the email or JSON that the target would receive, for the inbox. */
  preview(config: ConfiguredTarget<S>, input: TargetInput, forms: SiteForms): { mail?: MailPreview; json?: string }
  /** For `start --check`: returns the problem that prevents deliveries from this machine. */
  findProblem?(config: ConfiguredTarget<S>): Promise<string | undefined>
  /** Lists settings that do not match the forms. The relay does not start with them. */
  listFormProblems?(config: ConfiguredTarget<S>, forms: SiteForms): string[]
  /** Returns the reason why the target cannot send outcomes of leads. Targets without this method never can. */
  findOutcomeProblem?(config: ConfiguredTarget<S>): string | undefined
  /** Returns a warning about form features that the target does not support with its current settings. */
  findWarning?(config: ConfiguredTarget<S>, forms: SiteForms): { about: string; detail: string } | undefined
  /** Returns the paths of the files that a delivery created on this machine. */
  listFiles?(config: ConfiguredTarget<S>, id: string): string[]
  /** Creates a mailer for confirmations to visitors. */
  createMailer?(config: ConfiguredTarget<S>): Mailer
  /** For `relay doctor`: the sender whose DNS records are checked. */
  mailSender?(config: ConfiguredTarget<S>): { from: string; dkim?: { domain: string; selector: string } | undefined }
}

/** An email as its recipient sees it. */
export interface MailPreview {
  /** The headers From, To, Reply-To and Subject, followed by the text. */
  text: string
  html: string
}
