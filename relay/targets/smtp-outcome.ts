import type { Outcome } from './target.ts'

/** What nodemailer reports when a mail was not taken. */
interface SmtpError extends Error {
  /** The server's answer as a number. Absent when there was none: refused, dropped, timed out. */
  responseCode?: number
  code?: string
  /** The command that was answered. */
  command?: string
}

/** Commands whose refusal is about this one mail. The others are about the connection, and an operator can mend them. */
const ABOUT_THE_MAIL = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

/**
 * Only a clear no to this mail is permanent. Decided by `responseCode`: the library's `code` says EENVELOPE for a
 * full mailbox and for an unknown one alike. A wrong password is temporary, or one slip would kill every lead.
 */
export function outcomeOfSmtpError(error: unknown): Outcome {
  const { responseCode, code, command, message } = error as SmtpError
  if (responseCode === undefined)
    return { kind: 'temporary', detail: `no answer of the mail server: ${code ?? message}` }
  const detail = `${responseCode} to ${command ?? 'the connection'}`
  const permanent = responseCode >= 500 && responseCode < 600 && ABOUT_THE_MAIL.has(command ?? '')
  return { kind: permanent ? 'permanent' : 'temporary', detail }
}
