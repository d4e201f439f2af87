/** A plain-text email. */
export interface Mail {
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
