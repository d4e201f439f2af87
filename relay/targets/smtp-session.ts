const COMMAND = /^(?:EHLO|HELO|STARTTLS|AUTH|MAIL FROM|RCPT TO|DATA)\b/

/** Follows one SMTP session by the log of the library, which says in no other way how far it came. */
export function followSession() {
  /** Commands without an answer yet; servers may take several at once. */
  const awaited: string[] = []
  let last = 'connecting'
  return {
    /** What the session is waiting for, else what it did last. */
    phase: () => awaited[0] ?? last,
    options: {
      transactionLog: true,
      logger: {
        log({ tnx, ...entry }: { tnx?: string; remoteAddress?: string; outByteCount?: number }, message = '') {
          if (tnx === 'network' && entry.remoteAddress) awaited.push('greeting')
          // The lines of a log-in look like nothing.
          if (tnx === 'client') awaited.push(COMMAND.exec(message)?.[0] ?? 'AUTH')
          if (tnx === 'server') last = awaited.shift() ?? last
          if (tnx === 'message' && entry.outByteCount) last = 'end of DATA'
        },
      },
    },
  }
}
