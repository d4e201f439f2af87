import type { NodemailerError } from 'nodemailer'
import { isSetupCode } from '../network-errors.ts'
import { cleanLine } from './clean-text.ts'
import type { Outcome } from './target.ts'

/** The line of an EHLO answer that says how large a mail may be. */
const SIZE = /^250[ -]SIZE[ \t]+(\d+)/im
const COMMAND = /^(?:EHLO|HELO|STARTTLS|AUTH|MAIL FROM|RCPT TO|DATA)\b/

/** Follows one SMTP session by the log of the library, which says in no other way how far it came. */
export function followSession() {
  /** Commands without an answer yet; servers may take several at once. */
  const awaited: string[] = []
  let last = 'connecting'
  let largest: number | undefined
  return {
    /** What the session is waiting for, else what it did last. */
    phase: () => awaited[0] ?? last,
    /** Largest mail that the server accepts, in bytes (RFC 1870); undefined while unknown or without a limit. */
    largest: () => largest,
    options: {
      transactionLog: true,
      logger: {
        log({ tnx, ...entry }: { tnx?: string; remoteAddress?: string; outByteCount?: number }, message = '') {
          if (tnx === 'network' && entry.remoteAddress) awaited.push('greeting')
          // The lines of a log-in look like nothing.
          if (tnx === 'client') awaited.push(COMMAND.exec(message)?.[0] ?? 'AUTH')
          if (tnx === 'server') last = awaited.shift() ?? last
          if (tnx === 'server' && last === 'EHLO') largest = Number(SIZE.exec(message)?.[1]) || undefined
          if (tnx === 'message' && entry.outByteCount) last = 'end of DATA'
        },
      },
    },
  }
}

/** Where a session failed: the server, and what it was waiting for. */
export interface SmtpPlace {
  server: string
  phase: string
  /** Largest mail that the server accepts, in bytes, where it says so. */
  largest?: number | undefined
}

/** What the server said about a recipient or a mail, or what became of the connection, and where. */
export function describeSmtpError(error: NodemailerError, place: SmtpPlace): string {
  const at = `${place.server}, ${phaseOf(error, place)}`
  if (error.responseCode === undefined) {
    const code = codeOf(error)
    const message = error.message || code
    // The server answers in clear where TLS was expected.
    if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || /wrong version number/i.test(message))
      return `${at}: no TLS on this port. For a port with STARTTLS, such as 587, write smtp:// instead of smtps:// in SMTP_URL`
    return `${at}: ${cleanLine(message.includes(code) ? message : `${message} (${code})`)}`
  }
  const hint = error.command === 'STARTTLS' ? '; only ?requireTLS=false in SMTP_URL allows to go on without TLS' : ''
  return `${at}: ${cleanLine(error.response ?? String(error.responseCode))}${hint}`
}

/** What an operator has to mend, in our own words; undefined when waiting may help. */
export function setupFaultOf(error: NodemailerError, place: SmtpPlace): string | undefined {
  const { responseCode } = error
  const isSetup = responseCode === undefined ? isSetupCode(codeOf(error)) : responseCode >= 500
  return isSetup ? reasonOf(error, place) : undefined
}

/** Where a session failed and with which code, in our own words. */
export function reasonOf(error: NodemailerError, place: SmtpPlace): string {
  return `${place.server}, ${phaseOf(error, place)}: ${error.responseCode ?? codeOf(error)}`
}

function codeOf({ originalCode, code }: NodemailerError): string {
  return originalCode ?? code ?? 'no answer'
}

/**
 * Only a clear no to the content of this one mail is permanent. Sender, recipients, password and TLS are settings, the
 * same for every mail: one slip there would kill every lead. Decided by `responseCode`: the library's `code` says
 * EENVELOPE for a full mailbox and for an unknown one alike.
 */
export function outcomeOfSmtpError(error: NodemailerError, place: SmtpPlace): Outcome {
  const detail = describeSmtpError(error, place)
  const reason = reasonOf(error, place)
  if (isAboutTheMail(error)) return { kind: 'permanent', detail, reason }
  const setup = setupFaultOf(error, place)
  return { kind: 'temporary', detail, reason, ...(setup === undefined ? {} : { setup }) }
}

/**
 * Reports whether the server refuses the mail for its size (RFC 3463: 5.3.4, 5.2.3; old servers: 552). The library
 * compares the size with what the server announced and then ends the session before the mail, without a response.
 */
export function isTooLarge({ code, command, responseCode, response = '' }: NodemailerError): boolean {
  if (responseCode === undefined) return code === 'EMESSAGE' && command === 'MAIL FROM'
  const status = statusOf(response)
  return status ? /^5\.(?:3\.4|2\.3)$/.test(status) : responseCode === 552
}

/**
 * Reports whether the server refuses this one mail for its size or its content (RFC 3463: 5.6). 5.7 is a policy, more
 * often about the sending machine or domain. Old servers give no such code.
 */
export function isAboutTheMail(error: NodemailerError): boolean {
  const { code, responseCode = 0, response = '' } = error
  if (isTooLarge(error)) return true
  if (code !== 'EMESSAGE' || responseCode < 500) return false
  const status = statusOf(response)
  return status ? /^5\.6\.\d+$/.test(status) : [550, 554].includes(responseCode)
}

/** A recipient that will not be taken later either. A policy (5.7) is mostly about us, and can be changed. */
export function isNoRecipient({ responseCode = 0, response = '' }: NodemailerError): boolean {
  return responseCode >= 550 && !statusOf(response)?.startsWith('5.7.')
}

/** The code of RFC 3463 in an answer. */
function statusOf(response: string): string | undefined {
  return /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
}

/** The command that was answered; with several sent at once it is not the last one. */
function phaseOf({ command, responseCode }: NodemailerError, { phase }: SmtpPlace): string {
  return responseCode === undefined || !command || command === 'CONN' ? phase : command === 'DATA' ? phase : command
}
