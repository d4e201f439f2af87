import { domainToASCII } from 'node:url'
import { createTransport, type NodemailerError } from 'nodemailer'
import { z } from 'zod'
import { HOUR, MINUTE } from '../clock.ts'
import { mailSchedule } from '../delivery/schedules.ts'
import type { FormBook } from '../intake/form-book.ts'
import { setting, text, url } from '../settings.ts'
import { createMailMessage, mailPreview } from './mail-message.ts'
import {
  describeSmtpError,
  followSession,
  isNoRecipient,
  outcomeOfSmtpError,
  type SmtpPlace,
  setupFaultOf,
} from './smtp-session.ts'
import type { Configured, Mailer, Outcome, Target, TargetKind } from './target.ts'

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
    'Sender, with or without a name. The visitor stands in Reply-To.',
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
})

/** Sends each submission as a mail. */
export const smtp: TargetKind<typeof settings> = {
  settings,
  forPeople: true,
  address: 'SMTP_URL',
  create: (config, { forms }) => createSmtpTarget(config, forms),
  preview: ({ from, to }, parcel, forms) => ({ mail: mailPreview(createMailMessage(parcel, { forms, from, to })) }),
  createMailer: createSmtpMailer,
  mailSender: ({ from, dkim }) => ({ from, dkim }),
}

/** Opens sessions with a server. Each try has a connection of its own, so that one that hangs hurts no other. */
function sessionsWith({ url, dkim }: Pick<Configured<typeof settings>, 'url' | 'dkim'>) {
  const address = new URL(url)
  const server = `${address.hostname}:${address.port || (address.protocol === 'smtps:' ? 465 : 587)}`
  const open = ({ connection, greeting, silence }: Patience) => {
    const session = followSession()
    const transport = createTransport({
      ...session.options,
      // What stands behind a question mark in the address comes before these.
      url,
      // A server, or somebody on the way to it, that hides STARTTLS would get the password in clear.
      requireTLS: address.username !== '',
      connectionTimeout: connection,
      greetingTimeout: greeting,
      socketTimeout: silence,
      ...(dkim ? { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.key } } : {}),
    })
    return { transport, place: (): SmtpPlace => ({ server, phase: session.phase() }) }
  }
  return { server, open }
}

export function createSmtpTarget(
  { name, from, to, ...connection }: Configured<typeof settings>,
  forms: FormBook,
  patience = PATIENCE,
): Target {
  const { server, open } = sessionsWith(connection)
  return {
    name,
    schedule: mailSchedule,
    timeout: LONGEST,
    async deliver(parcel, signal) {
      const reached = parcel.reached ?? []
      const pending = to.filter((one) => !reached.includes(mailboxOf(one)))
      // Who waited is no recipient any more.
      if (pending.length === 0) return { kind: 'delivered', detail: `taken for ${reached.length}` }
      const { transport, place } = open(patience)
      try {
        const { accepted, rejectedErrors } = await transport.sendMail({
          ...createMailMessage(parcel, { forms, from, to }),
          envelope: { from, to: pending },
          signal,
        })
        return outcomeOf([...reached, ...accepted.map(mailboxOf)], rejectedErrors ?? [], place())
      } catch (error) {
        const { rejectedErrors } = error as NodemailerError
        return rejectedErrors
          ? outcomeOf(reached, rejectedErrors, place())
          : outcomeOfSmtpError(error as NodemailerError, place())
      }
    },
    async probe() {
      const { transport, place } = open(PROBE)
      try {
        await transport.verify()
        return `${server} answers`
      } catch (error) {
        throw new Error(describeSmtpError(error as NodemailerError, place()), { cause: error })
      }
    },
  }
}

/** What must be mended for all mails is told by those that submissions become, so that here nothing is. */
function createSmtpMailer({ from, ...connection }: Configured<typeof settings>): Mailer {
  const { open } = sessionsWith(connection)
  return {
    from,
    async send(mail, signal) {
      const { transport, place } = open(PATIENCE)
      try {
        await transport.sendMail({ ...mail, from, to: { name: '', address: mail.to }, signal })
        return { kind: 'delivered', detail: 'taken' }
      } catch (error) {
        const [refusal] = (error as NodemailerError).rejectedErrors ?? []
        const { kind, detail } = outcomeOfSmtpError(refusal ?? (error as NodemailerError), place())
        return { kind: refusal && isNoRecipient(refusal) ? 'permanent' : kind, detail }
      }
    },
  }
}

/**
 * It is done when nobody is left who may take it later. As long as nobody has it at all, a refusal for good is a fault
 * of the settings, and the mail waits until they are mended.
 */
function outcomeOf(reached: readonly string[], refusals: readonly NodemailerError[], place: SmtpPlace): Outcome {
  const taken = `taken for ${reached.length}`
  const [first] = refusals
  if (!first) return { kind: 'delivered', detail: taken }
  const deferred = refusals.find(({ responseCode = 0 }) => responseCode < 500)
  const detail = `${taken}, refused for ${refusals.length}: ${describeSmtpError(deferred ?? first, place)}`
  const [setup] = refusals.flatMap((refusal) => setupFaultOf(refusal, place) ?? [])
  const more = setup === undefined ? { detail } : { detail, setup }
  return deferred || reached.length === 0 ? { kind: 'temporary', reached, ...more } : { kind: 'delivered', ...more }
}

/** The bare address, written in one way. */
function mailboxOf(text: string): string {
  const [, local = '', domain = ''] = /([^\s<>@]+)@([^\s<>@]+)>?\s*$/.exec(text) ?? []
  return `${local}@${domainToASCII(domain) || domain}`.toLowerCase()
}
