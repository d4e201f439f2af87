import { domainToASCII } from 'node:url'
import { createTransport } from 'nodemailer'
import { isLoopback } from '../preview/hosts.ts'
import type { AuditLog } from './audit-log.ts'
import type { StudioSettings } from './settings.ts'

/** A plain-text email. */
interface Mail {
  to: string
  subject: string
  text: string
}

export interface Mailer {
  /**
   * Sends an email in the background and retries it a few times. Never throws: failures are written to the audit trail
   * and to stderr.
   */
  send(mail: Mail): void
}

/** Milliseconds before each further attempt. Links for signing in expire soon, so later attempts would be useless. */
const RETRY_DELAYS = [5_000, 30_000, 120_000]
/** Milliseconds without an answer after which an attempt fails. */
const TIMEOUT = 30_000

export function createMailer(
  mail: StudioSettings['mail'],
  log: AuditLog,
  delays: readonly number[] = RETRY_DELAYS,
): Mailer {
  const fail = ({ to, subject }: Mail, reason: string) => {
    process.stderr.write(`The email "${subject}" to ${to} was not sent: ${reason}\n`)
    try {
      log.write({ action: 'mail-failed', person: to, subject, reason })
    } catch (error) {
      process.stderr.write(`${(error as Error).message}\n`)
    }
  }
  async function deliver(message: Mail, attempt = 0): Promise<void> {
    try {
      await createMailTransport(mail).sendMail({ ...message, from: mail?.from })
    } catch (error) {
      const { message: reason, responseCode = 0 } = error as Error & { responseCode?: number }
      const delay = delays[attempt]
      // The server has rejected the email, or it was the last attempt.
      if (!mail || responseCode >= 500 || delay === undefined) return fail(message, reason)
      setTimeout(() => void deliver(message, attempt + 1), delay).unref()
    }
  }
  return { send: (message) => void deliver(message) }
}

/**
 * Opens a connection for each email, with the same defaults as the relay: STARTTLS if the server offers it, always with a
 * password, and a valid certificate except on loopback.
 * @throws Error if no mail server is configured
 */
export function createMailTransport(mail: StudioSettings['mail']) {
  if (!mail) throw new Error('SMTP_URL is not set.')
  const { protocol, hostname, username, searchParams } = new URL(mail.url)
  const acceptsAnyCertificate =
    protocol === 'smtp:' && username === '' && isLoopback(hostname) && searchParams.get('requireTLS') !== 'true'
  const options = {
    // Parameters of the URL override the other options.
    url: mail.url,
    name: domainToASCII(
      mail.from
        .slice(mail.from.lastIndexOf('@') + 1)
        .replace('>', '')
        .trim(),
    ),
    requireTLS: username !== '' && searchParams.get('ignoreTLS') !== 'true',
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  }
  return createTransport(acceptsAnyCertificate ? { ...options, tls: { rejectUnauthorized: false } } : options)
}
