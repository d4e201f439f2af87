import { domainToASCII } from 'node:url'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import { getMaxBytes, listFileFields } from '@northshelf/site/forms/kinds/file/file-fields.ts'
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import { HOUR, MINUTE } from '../clock.ts'
import { isLoopback } from '../network/loopback.ts'
import { isLead } from '../store/records.ts'
import type { Attachment } from '../store/store.ts'
import {
  chooseRecipients,
  createMailMessage,
  createMailPreview,
  formatSize,
  getSenderHost,
  type OmittedFiles,
} from './mail-message.ts'
import { findMissingRecipients } from './recipients.ts'
import { mailSchedule } from './retry-schedules.ts'
import {
  explainSmtpError,
  getSmtpErrorOutcome,
  isMailRefusedError,
  isMailTooLargeError,
  isRecipientRefusedError,
  type SmtpFailurePoint,
  trackSmtpSession,
} from './smtp-session.ts'
import { type SmtpConfig, smtpSettings } from './smtp-settings.ts'
import {
  type DeliveryOutcome,
  listAcceptedForms,
  type Mailer,
  type Target,
  type TargetContext,
  type TargetType,
} from './target.ts'

/** Timeouts of a session, in milliseconds. */
export interface SessionTimeouts {
  /** Time limit from the DNS lookup to the end of STARTTLS. */
  connection: number
  /** Time to wait for the server's greeting. */
  greeting: number
  /** Time without any data in either direction. A slow transfer is not aborted. */
  idle: number
}

/**
 * Timeouts no shorter than those in https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.2: 5 minutes for the greeting,
 * up to 10 for a reply. If the relay did not wait long enough for the reply to a complete message, it would send the
 * message twice.
 */
const TIMEOUTS: SessionTimeouts = { connection: 7 * MINUTE, greeting: 5 * MINUTE, idle: 10 * MINUTE }

/** Timeouts for a probe. They are shorter, because an operator is waiting for the result. */
const PROBE_TIMEOUTS: SessionTimeouts = { connection: MINUTE / 2, greeting: MINUTE / 2, idle: MINUTE / 2 }

/**
 * Timeout of a delivery, in milliseconds. Sending 14 MB takes 4 hours at 1 kB/s, the default minimum speed of visitors'
 * uploads.
 */
const DELIVERY_TIMEOUT = 6 * HOUR

/** Sends each submission as an email. */
export const smtpTarget: TargetType<typeof smtpSettings> = {
  settings: smtpSettings,
  forPeople: true,
  address: 'SMTP_URL',
  create: createSmtpTarget,
  preview: (config, input, forms) => ({
    mail: createMailPreview(createMailMessage(input, { ...config, forms, to: chooseRecipients(config, input, forms) })),
  }),
  findWarning: findMissingRecipients,
  createMailer: createSmtpMailer,
  mailSender: ({ from, dkim }) => ({ from, dkim }),
}

/**
 * Reports whether the certificate of a server does not matter: the connection stays on this machine, carries no
 * password, and would also be used without TLS. The certificates of local servers are usually self-signed.
 */
function acceptsAnyCertificate({ protocol, hostname, username, searchParams }: URL): boolean {
  return protocol === 'smtp:' && username === '' && isLoopback(hostname) && searchParams.get('requireTLS') !== 'true'
}

/** Opens sessions, each with its own connection, so that a hanging connection does not block others. */
function sessionsWith({ url, from, dkim }: Pick<SmtpConfig, 'url' | 'from' | 'dkim'>) {
  const address = new URL(url)
  const server = `${address.hostname}:${address.port || (address.protocol === 'smtps:' ? 465 : 587)}`
  const tls = acceptsAnyCertificate(address) ? { rejectUnauthorized: false } : undefined
  const open = ({ connection, greeting, idle }: SessionTimeouts) => {
    const session = trackSmtpSession()
    const transport = createTransport({
      ...session.options,
      // Query parameters in this URL override the options below.
      url,
      // Name to send in EHLO: the sender's domain, because servers often do not know this machine's host name.
      name: domainToASCII(getSenderHost(from)),
      // Without this option, a server or attacker that hides STARTTLS would receive the password unencrypted.
      requireTLS: address.username !== '' && address.searchParams.get('ignoreTLS') !== 'true',
      ...(tls && { tls }),
      connectionTimeout: connection,
      greetingTimeout: greeting,
      socketTimeout: idle,
      ...(dkim ? { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.key } } : {}),
    })
    return {
      transport,
      place: (): SmtpFailurePoint => ({ server, phase: session.phase(), largest: session.largest() }),
    }
  }
  return { server, open }
}

interface SessionResult {
  accepted: string[]
  refusals: NodemailerError[]
  /** Error that ended the session for all recipients. */
  failure?: NodemailerError
  place: SmtpFailurePoint
}

export function createSmtpTarget(config: SmtpConfig, context: TargetContext, timeouts = TIMEOUTS): Target {
  const { name, from } = config
  const { forms } = context
  const { server, open } = sessionsWith(config)
  const links = config.linkSecret
    ? context.linksFor?.({ ...config, secret: config.linkSecret, pages: true })
    : undefined

  async function send(
    mail: SendMailOptions,
    files: readonly Pick<Attachment, 'size'>[],
    recipients: string[],
    signal: AbortSignal,
  ): Promise<SessionResult> {
    const { transport, place } = open(timeouts)
    try {
      const text = Buffer.byteLength(`${mail.text}${mail.html}`)
      const envelope = { from, to: recipients, size: mailSize(text, files) }
      const { accepted, rejectedErrors = [] } = await transport.sendMail({ ...mail, envelope, signal })
      return { accepted: accepted.map(mailboxOf), refusals: rejectedErrors, place: place() }
    } catch (error) {
      const failure = error as NodemailerError
      const refusals = failure.rejectedErrors
      return { accepted: [], refusals: refusals ?? [], ...(refusals ? {} : { failure }), place: place() }
    }
  }

  return {
    name,
    schedule: mailSchedule,
    timeout: DELIVERY_TIMEOUT,
    async deliver(input, signal) {
      const { id, attachments } = input.envelope
      const to = chooseRecipients(config, input, forms)
      const reached = input.reached ?? []
      const pending = to.filter((recipient) => !reached.includes(mailboxOf(recipient)))
      // All configured recipients have already accepted the email. Any other recipients were removed from the settings.
      if (pending.length === 0) return { kind: 'delivered', detail: `accepted for ${reached.length}` }
      const outcomeLink = isLead({ ...input, place: 'queue' }) ? links?.linkToOutcome(id) : undefined
      const parts = { forms, from, to, outcomeLink }
      const full = await send(createMailMessage(input, parts), attachments, pending, signal)
      const refusals = [full.failure, ...full.refusals].filter((error) => error !== undefined)
      const refused = refusals.find(isMailRefusedError)
      if (!refused || attachments.length === 0) return outcomeOf(reached, full)
      // Sends the answers without the files. Otherwise a file that the server rejects would also block the answers.
      const leftOut: OmittedFiles = {
        reason: isMailTooLargeError(refused) ? 'tooLarge' : 'refused',
        linkTo: (attachment) => links?.linkTo(id, attachment),
      }
      const recipients = full.failure
        ? pending
        : full.refusals.filter(isMailRefusedError).flatMap(({ recipient }) => recipient ?? [])
      const withoutFiles = await send(createMailMessage(input, { ...parts, leftOut }), [], recipients, signal)
      const others = full.refusals.filter((error) => !isMailRefusedError(error))
      const outcome = outcomeOf([...reached, ...full.accepted], {
        ...withoutFiles,
        refusals: [...others, ...withoutFiles.refusals],
      })
      if (withoutFiles.accepted.length === 0) return outcome
      const explained = explainSmtpError(refused, full.place)
      const problem = explained.setup ?? `${server} accepts at most ${full.place.largest} bytes`
      const setup = outcome.setup ?? `${problem}; sent without files`
      return { ...outcome, setup, detail: `${outcome.detail}, without files: ${explained.detail}` }
    },
    async probe() {
      const { transport, place } = open(PROBE_TIMEOUTS)
      try {
        await transport.verify()
      } catch (error) {
        throw new Error(explainSmtpError(error as NodemailerError, place()).detail, { cause: error })
      }
      return describeLimit(server, place().largest, listAcceptedForms(config.forms, forms.forms))
    },
  }
}

/**
 * Creates a mailer whose outcomes have no `setup`, because deliveries of submissions already report configuration
 * errors.
 */
function createSmtpMailer(config: SmtpConfig): Mailer {
  const { from, publicUrl, linkSecret } = config
  const { open } = sessionsWith(config)
  return {
    ...{ from, publicUrl, linkSecret },
    async send(mail, signal) {
      const { transport, place } = open(TIMEOUTS)
      try {
        await transport.sendMail({ ...mail, from, to: { name: '', address: mail.to }, signal })
        return { kind: 'delivered', detail: 'accepted' }
      } catch (error) {
        const [refusal] = (error as NodemailerError).rejectedErrors ?? []
        const problem = refusal ?? (error as NodemailerError)
        const { kind, detail, reason } = getSmtpErrorOutcome(problem, place())
        return { kind: refusal && isRecipientRefusedError(refusal) ? 'permanent' : kind, detail, reason }
      }
    },
  }
}

/**
 * Returns the outcome of a session. Once a recipient has accepted the email, the delivery is complete unless a retry
 * could reach another recipient. If all recipients are refused, even permanently, the email is retried, because an
 * operator can fix the settings that cause this.
 * @param before recipients that accepted the email before this session
 */
function outcomeOf(before: readonly string[], { accepted, refusals, failure, place }: SessionResult): DeliveryOutcome {
  const reached = [...before, ...accepted]
  if (failure && reached.length === 0) return getSmtpErrorOutcome(failure, place)
  const all = failure ? [...refusals, failure] : refusals
  const summary = `accepted for ${reached.length}`
  const [first] = all
  if (!first) return { kind: 'delivered', detail: summary }
  const deferred = all.find((error) => (error.responseCode ?? 0) < 500 && !isMailTooLargeError(error))
  const explained = explainSmtpError(deferred ?? first, place)
  const detail = `${summary}, refused for ${all.length}: ${explained.detail}`
  const [setup] = all.flatMap((error) => explainSmtpError(error, place).setup ?? [])
  const result = { detail, reason: explained.reason, ...(setup === undefined ? {} : { setup }) }
  return deferred || reached.length === 0 ? { kind: 'temporary', reached, ...result } : { kind: 'delivered', ...result }
}

/** Maximum size of headers and part boundaries, in bytes. */
const MAIL_FRAME = 4096

/**
 * Returns an upper bound for the size of a message, in bytes. Quoted-printable encoding at most triples the text.
 * Base64 encoding enlarges files by a third, and adds a line break after every 76 characters.
 */
function mailSize(text: number, files: readonly { size: number }[]): number {
  const encoded = files.map(({ size }) => 4 * Math.ceil(size / 3))
  return MAIL_FRAME + 3 * text + encoded.reduce((sum, length) => sum + length + 2 * Math.ceil(length / 76), 0)
}

/** Returns the result of a probe. It contains a warning if forms allow larger files than the server accepts. */
function describeLimit(server: string, largest: number | undefined, contracts: readonly Contract[]) {
  const over = contracts.flatMap((contract) => {
    const files = listFileFields(contract).map((field) => ({ size: getMaxBytes(field) }))
    const size = files.length > 0 ? mailSize(0, files) : 0
    return largest !== undefined && size > largest
      ? [`${contract.formType} (up to ${formatSize(size)} as an email)`]
      : []
  })
  return largest === undefined || over.length === 0
    ? `${server} responds`
    : {
        warning: `${server} accepts emails of at most ${formatSize(largest)}, so larger files of ${over.join(', ')} are left out of the email. Raise the server's limit, or lower maxMegabytes in the form`,
      }
}

/** Normalizes an address: removes the display name, and converts the address to lower case and its domain to ASCII. */
function mailboxOf(text: string): string {
  const [, local = '', domain = ''] = /(?<![^\s<>@])([^\s<>@]+)@([^\s<>@]+)>?\s*$/.exec(text) ?? []
  return `${local}@${domainToASCII(domain) || domain}`.toLowerCase()
}
