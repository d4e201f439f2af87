import { domainToASCII } from 'node:url'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import { listFileFields, maxBytes } from '@northshelf/site/forms/kinds/file/file-fields.ts'
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import { z } from 'zod'
import { HOUR, MINUTE } from '../clock.ts'
import { mailSchedule } from '../delivery/schedules.ts'
import { setting, text, url } from '../settings.ts'
import type { Attachment } from '../store/store.ts'
import { publicUrl } from './attachment-links.ts'
import { createMailMessage, hostOf, type LeftOut, mailPreview, sizeText } from './mail-message.ts'
import {
  explainSmtpError,
  followSession,
  isAboutTheMail,
  isNoRecipient,
  isTooLarge,
  outcomeOfSmtpError,
  type SmtpPlace,
} from './smtp-session.ts'
import {
  type Configured,
  formsFor,
  type Mailer,
  type Outcome,
  type Target,
  type TargetContext,
  type TargetKind,
} from './target.ts'

/** How long a session waits, in milliseconds. */
export interface Patience {
  /** From the look-up of the name to the end of STARTTLS. */
  connection: number
  /** For the first line of the server. */
  greeting: number
  /** While nothing moves in either direction; a mail that is on its way, however slowly, is not given up. */
  silence: number
}

/**
 * At least what https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.2 asks for: five minutes for the greeting, up to
 * ten for an answer. Who gives up sooner on the answer to a whole mail sends it twice.
 */
const PATIENCE: Patience = { connection: 7 * MINUTE, greeting: 5 * MINUTE, silence: 10 * MINUTE }

/** An operator waits for the answer of a probe. */
const PROBE: Patience = { connection: MINUTE / 2, greeting: MINUTE / 2, silence: MINUTE / 2 }

/** Only bounds what moves for ever: 14 MB at 1 kB a second, the slowest upload that is taken, need four hours. */
const LONGEST = 6 * HOUR

const mailbox = /^(?:[^<>\r\n]*<)?[^\s<>@,]+@[^\s<>@,]+>?$/
const notMailbox = (address: string) => `{}: "${address}" is not a mail address.`

const settings = z.object({
  url: setting(
    'SMTP_URL',
    '`smtps://user:password@host` (port 465), or `smtp://` (port 587 or as given; TLS by STARTTLS when the server offers it, and never without it when there is a password). `smtp://user:password@localhost?requireTLS=false` sends the password in clear all the same.',
    url(['smtp', 'smtps'], 'the mail server, such as smtps://user:password@mail.example.com'),
  ),
  from: setting(
    'SMTP_FROM',
    'Sender, with or without a name. The visitor stands in Reply-To. Its domain is also the EHLO name; `?name=` in `SMTP_URL` sets another one.',
    text('the sender, such as "Website <site@example.com>"').regex(mailbox, {
      error: ({ input }) => notMailbox(String(input)),
    }),
  ),
  to: setting(
    'MAIL_TO',
    'Recipients, by commas.',
    text('who gets the mail, separated by commas').transform((all, context) => {
      const addresses = all
        .split(',')
        .map((address) => address.trim())
        .filter(Boolean)
      for (const address of addresses) if (!mailbox.test(address)) context.addIssue(notMailbox(address))
      if (addresses.length === 0) context.addIssue('{} names nobody.')
      return addresses
    }),
  ),
  dkim: z
    .object({
      domain: setting('SMTP_DKIM_DOMAIN', 'Sign mails; all three of these or none.', text().optional()),
      selector: setting('SMTP_DKIM_SELECTOR', 'The name beside `_domainkey` of the DNS record.', text().optional()),
      /** Private key. */
      key: setting('SMTP_DKIM_KEY', 'PEM, so best as `SMTP_DKIM_KEY_FILE`.', text().optional()),
    })
    .transform(({ domain, selector, key }, context) => {
      if (domain && selector && key) return { domain, selector, key }
      if (domain || selector || key) context.addIssue('{}: set all three or none.')
      return undefined
    }),
  publicUrl,
  linkSecret: setting(
    'RELAY_LINK_SECRET',
    'At least 24 characters, such as from `openssl rand -base64 32`. With it and `RELAY_PUBLIC_URL`, a mail that the server accepts only [without its files](#files-in-mails) links to them.',
    text()
      .refine((secret) => secret.length >= 24, '{} must have at least 24 characters.')
      .optional(),
  ),
})

/** Sends each submission as a mail. */
export const smtp: TargetKind<typeof settings> = {
  settings,
  forPeople: true,
  address: 'SMTP_URL',
  create: createSmtpTarget,
  preview: ({ from, to }, parcel, forms) => ({ mail: mailPreview(createMailMessage(parcel, { forms, from, to })) }),
  createMailer: createSmtpMailer,
  mailSender: ({ from, dkim }) => ({ from, dkim }),
}

/** Opens sessions with a server. Each try has a connection of its own, so that one that hangs hurts no other. */
function sessionsWith({ url, from, dkim }: Pick<Configured<typeof settings>, 'url' | 'from' | 'dkim'>) {
  const address = new URL(url)
  const server = `${address.hostname}:${address.port || (address.protocol === 'smtps:' ? 465 : 587)}`
  const open = ({ connection, greeting, silence }: Patience) => {
    const session = followSession()
    const transport = createTransport({
      ...session.options,
      // What stands behind a question mark in the address comes before these.
      url,
      // The name of the machine is often none that other servers know.
      name: domainToASCII(hostOf(from)),
      // A server, or somebody on the way to it, that hides STARTTLS would get the password in clear.
      requireTLS: address.username !== '',
      connectionTimeout: connection,
      greetingTimeout: greeting,
      socketTimeout: silence,
      ...(dkim ? { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.key } } : {}),
    })
    return { transport, place: (): SmtpPlace => ({ server, phase: session.phase(), largest: session.largest() }) }
  }
  return { server, open }
}

/** What one session achieved. */
interface SessionResult {
  accepted: string[]
  refusals: NodemailerError[]
  /** What ended the session for all recipients. */
  failure?: NodemailerError
  place: SmtpPlace
}

export function createSmtpTarget(
  config: Configured<typeof settings>,
  context: TargetContext,
  patience = PATIENCE,
): Target {
  const { name, from, to } = config
  const { forms } = context
  const { server, open } = sessionsWith(config)
  const links = config.linkSecret ? context.linksFor?.({ ...config, secret: config.linkSecret }) : undefined

  async function send(
    mail: SendMailOptions,
    files: readonly Pick<Attachment, 'size'>[],
    recipients: string[],
    signal: AbortSignal,
  ): Promise<SessionResult> {
    const { transport, place } = open(patience)
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
    timeout: LONGEST,
    async deliver(parcel, signal) {
      const { id, attachments } = parcel.envelope
      const reached = parcel.reached ?? []
      const pending = to.filter((one) => !reached.includes(mailboxOf(one)))
      // Who waited is no recipient any more.
      if (pending.length === 0) return { kind: 'delivered', detail: `accepted for ${reached.length}` }
      const full = await send(createMailMessage(parcel, { forms, from, to }), attachments, pending, signal)
      const refusals = [full.failure, ...full.refusals].filter((error) => error !== undefined)
      const refused = refusals.find(isAboutTheMail)
      if (!refused || attachments.length === 0) return outcomeOf(reached, full)
      // The lead counts: it must not be lost with a file that the server does not accept.
      const leftOut: LeftOut = {
        reason: isTooLarge(refused) ? 'tooLarge' : 'refused',
        linkTo: (attachment) => links?.linkTo(id, attachment),
      }
      const recipients = full.failure
        ? pending
        : full.refusals.filter(isAboutTheMail).flatMap(({ recipient }) => recipient ?? [])
      const withoutFiles = await send(createMailMessage(parcel, { forms, from, to, leftOut }), [], recipients, signal)
      const others = full.refusals.filter((error) => !isAboutTheMail(error))
      const outcome = outcomeOf([...reached, ...full.accepted], {
        ...withoutFiles,
        refusals: [...others, ...withoutFiles.refusals],
      })
      if (withoutFiles.accepted.length === 0) return outcome
      const explained = explainSmtpError(refused, full.place)
      const fault = explained.setup ?? `${server} accepts at most ${full.place.largest} bytes`
      const setup = outcome.setup ?? `${fault}; sent without files`
      return { ...outcome, setup, detail: `${outcome.detail}, without files: ${explained.detail}` }
    },
    async probe() {
      const { transport, place } = open(PROBE)
      try {
        await transport.verify()
      } catch (error) {
        throw new Error(explainSmtpError(error as NodemailerError, place()).detail, { cause: error })
      }
      return describeLimit(server, place().largest, formsFor(config.forms, forms.forms))
    },
  }
}

/** Never reports `setup`: mails of submissions do that. */
function createSmtpMailer(config: Configured<typeof settings>): Mailer {
  const { from } = config
  const { open } = sessionsWith(config)
  return {
    from,
    async send(mail, signal) {
      const { transport, place } = open(PATIENCE)
      try {
        await transport.sendMail({ ...mail, from, to: { name: '', address: mail.to }, signal })
        return { kind: 'delivered', detail: 'accepted' }
      } catch (error) {
        const [refusal] = (error as NodemailerError).rejectedErrors ?? []
        const fault = refusal ?? (error as NodemailerError)
        const { kind, detail, reason } = outcomeOfSmtpError(fault, place())
        return { kind: refusal && isNoRecipient(refusal) ? 'permanent' : kind, detail, reason }
      }
    },
  }
}

/**
 * A delivery is done when no recipient may accept the mail later. While no recipient has accepted it, a permanent
 * refusal is treated as a mistake in the settings, and the mail waits for a fix.
 * @param before recipients that accepted it before this session
 */
function outcomeOf(before: readonly string[], { accepted, refusals, failure, place }: SessionResult): Outcome {
  const reached = [...before, ...accepted]
  if (failure && reached.length === 0) return outcomeOfSmtpError(failure, place)
  const all = failure ? [...refusals, failure] : refusals
  const taken = `accepted for ${reached.length}`
  const [first] = all
  if (!first) return { kind: 'delivered', detail: taken }
  const deferred = all.find((error) => (error.responseCode ?? 0) < 500 && !isTooLarge(error))
  const explained = explainSmtpError(deferred ?? first, place)
  const detail = `${taken}, refused for ${all.length}: ${explained.detail}`
  const [setup] = all.flatMap((error) => explainSmtpError(error, place).setup ?? [])
  const result = { detail, reason: explained.reason, ...(setup === undefined ? {} : { setup }) }
  return deferred || reached.length === 0 ? { kind: 'temporary', reached, ...result } : { kind: 'delivered', ...result }
}

/** Bytes of a mail beside its texts and files: headers and the borders of its parts. */
const MAIL_FRAME = 4096

/**
 * The size of a mail in bytes, rather too large: texts take at most three times their bytes as quoted-printable, files
 * four thirds as base64, in lines of 76 characters and a line end.
 */
function mailSize(text: number, files: readonly { size: number }[]): number {
  const encoded = files.map(({ size }) => 4 * Math.ceil(size / 3))
  return MAIL_FRAME + 3 * text + encoded.reduce((sum, length) => sum + length + 2 * Math.ceil(length / 76), 0)
}

/** What a probe found: forms that allow files which the server does not accept are worth a warning. */
function describeLimit(server: string, largest: number | undefined, contracts: readonly Contract[]) {
  const over = contracts.flatMap((contract) => {
    const files = listFileFields(contract).map((field) => ({ size: maxBytes(field) }))
    const size = files.length > 0 ? mailSize(0, files) : 0
    return largest !== undefined && size > largest ? [`${contract.formType} (up to ${sizeText(size)} as a mail)`] : []
  })
  return largest === undefined || over.length === 0
    ? `${server} answers`
    : {
        warning: `${server} accepts mails of at most ${sizeText(largest)}, so larger files of ${over.join(', ')} are left out of the mail. Raise the limit of the server, or lower maxMegabytes of the form`,
      }
}

/** The bare address, written in one way. */
function mailboxOf(text: string): string {
  const [, local = '', domain = ''] = /([^\s<>@]+)@([^\s<>@]+)>?\s*$/.exec(text) ?? []
  return `${local}@${domainToASCII(domain) || domain}`.toLowerCase()
}
