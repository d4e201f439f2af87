import type { NodemailerError } from 'nodemailer'
import { cleanLine } from '../clean-text.ts'
import { isCertificateErrorCode, isSetupErrorCode } from '../network/connection-errors.ts'
import type { DeliveryOutcome } from './target.ts'

/** Line in an EHLO reply that states the maximum message size. */
const SIZE = /^250[ -]SIZE[ \t]+(\d+)/im
const COMMAND = /^(?:EHLO|HELO|STARTTLS|AUTH|MAIL FROM|RCPT TO|DATA)\b/

/** Tracks an SMTP session by reading the library's log, because the library reports progress nowhere else. */
export function trackSmtpSession() {
  /** Commands still without a reply. Several may be pipelined. */
  const unanswered: string[] = []
  let last = 'connecting'
  let largest: number | undefined
  return {
    /** Returns the first command without a reply, or the last command if all have one. */
    phase: () => unanswered[0] ?? last,
    /** Largest message that the server accepts, in bytes (RFC 1870); undefined if unknown or unlimited. */
    largest: () => largest,
    options: {
      transactionLog: true,
      logger: {
        log({ tnx, ...entry }: { tnx?: string; remoteAddress?: string; outByteCount?: number }, message = '') {
          if (tnx === 'network' && entry.remoteAddress) unanswered.push('greeting')
          // A line from the client that is not a known command is part of the login.
          if (tnx === 'client') unanswered.push(COMMAND.exec(message)?.[0] ?? 'AUTH')
          if (tnx === 'server') last = unanswered.shift() ?? last
          if (tnx === 'server' && last === 'EHLO') largest = Number(SIZE.exec(message)?.[1]) || undefined
          if (tnx === 'message' && entry.outByteCount) last = 'end of DATA'
        },
      },
    },
  }
}

/** The server and the phase in which a session failed. */
export interface SmtpFailurePoint {
  server: string
  phase: string
  /** Largest message that the server accepts, in bytes, if it announces a limit. */
  largest?: number | undefined
}

/**
 * Explains an error. `detail` quotes the server, but `reason` does not. `setup` is set if retrying does not help,
 * because an operator must fix something.
 */
export function explainSmtpError(error: NodemailerError, place: SmtpFailurePoint): ExplainedError {
  const { responseCode, originalCode } = error
  const code = originalCode ?? error.code ?? 'no response'
  const location = `${place.server}, ${phaseOf(error, place)}`
  const reason = `${location}: ${responseCode ?? code}`
  const isSetup = responseCode === undefined ? isSetupErrorCode(code) : responseCode >= 500
  return { detail: `${location}: ${messageOf(error, code)}`, reason, ...(isSetup ? { setup: reason } : {}) }
}

type ExplainedError = Required<Pick<DeliveryOutcome, 'detail' | 'reason'>> & Pick<DeliveryOutcome, 'setup'>

function messageOf({ message = '', responseCode, response, command }: NodemailerError, code: string): string {
  if (responseCode !== undefined) {
    const hint = command === 'STARTTLS' ? '; to send without TLS, add ?requireTLS=false to SMTP_URL' : ''
    return cleanLine(response ?? String(responseCode)) + hint
  }
  const text = message || code
  // The server replied without TLS.
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || /wrong version number/i.test(text))
    return 'no TLS on this port. For a port with STARTTLS, such as 587, write smtp:// instead of smtps:// in SMTP_URL'
  if (isCertificateErrorCode(code))
    return `${cleanLine(text)} (${code}). In SMTP_URL, use the host name in the certificate; for a private certificate authority, set NODE_EXTRA_CA_CERTS; to accept any certificate, add ?tls.rejectUnauthorized=false`
  return cleanLine(text.includes(code) ? text : `${text} (${code})`)
}

/**
 * Returns a permanent outcome only if the server rejects the content of this message. Errors that concern the sender,
 * recipients, password or TLS are temporary, because they come from settings, where one mistake would otherwise fail
 * every submission. Uses `responseCode`, because the library's `code` is EENVELOPE for both full and unknown mailboxes.
 */
export function getSmtpErrorOutcome(error: NodemailerError, place: SmtpFailurePoint) {
  const { setup, ...explained } = explainSmtpError(error, place)
  if (isMailRefusedError(error)) return { kind: 'permanent', ...explained } satisfies DeliveryOutcome
  return { kind: 'temporary', ...explained, ...(setup === undefined ? {} : { setup }) } satisfies DeliveryOutcome
}

/**
 * Reports whether the server rejects the message because of its size (RFC 3463: 5.3.4, 5.2.3; old servers: 552). If the
 * message exceeds the announced limit, the library ends the session itself, without a response.
 */
export function isMailTooLargeError({ code, command, responseCode, response = '' }: NodemailerError): boolean {
  if (responseCode === undefined) return code === 'EMESSAGE' && command === 'MAIL FROM'
  const status = statusOf(response)
  return status ? /^5\.(?:3\.4|2\.3)$/.test(status) : responseCode === 552
}

/**
 * Reports whether the server rejects this message because of its size or its content (RFC 3463: 5.6). Code 5.7 does not
 * count: it means a policy rejection, usually of the sending machine or domain. Old servers send no such codes.
 */
export function isMailRefusedError(error: NodemailerError): boolean {
  const { code, responseCode = 0, response = '' } = error
  if (isMailTooLargeError(error)) return true
  if (code !== 'EMESSAGE' || responseCode < 500) return false
  const status = statusOf(response)
  return status ? /^5\.6\.\d+$/.test(status) : [550, 554].includes(responseCode)
}

/**
 * Reports whether a recipient is rejected permanently. A policy rejection (5.7) does not count, because it usually
 * concerns the sender and may be lifted.
 */
export function isRecipientRefusedError({ responseCode = 0, response = '' }: NodemailerError): boolean {
  return responseCode >= 550 && !statusOf(response)?.startsWith('5.7.')
}

/** Returns the RFC 3463 status code of a reply. */
function statusOf(response: string): string | undefined {
  return /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
}

/** Returns the command that failed. With pipelining, it may not be the last command sent. */
function phaseOf({ command, responseCode }: NodemailerError, { phase }: SmtpFailurePoint): string {
  return responseCode === undefined || !command || ['CONN', 'DATA'].includes(command) ? phase : command
}
