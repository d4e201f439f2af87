import { type DestinationStream, destination, type Logger, pino } from 'pino'
import { createJournalStream, isConnectedToJournal } from './journal.ts'

export type { Logger }

/**
 * Creates a log of JSON lines without visitor data such as bodies, names and addresses. Callers must not log such data;
 * the redaction is only a safety net.
 */
export function createLogger(stream: DestinationStream = standardOutput(), level = 'info'): Logger {
  const paths = [
    'body',
    'values',
    'entries',
    'headers',
    'req',
    'res',
    'ip',
    'remoteAddress',
    'email',
    'name',
    'url',
    'err.message',
  ]
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      redact: { paths: [...paths, ...paths.map((path) => `*.${path}`)], remove: true },
    },
    stream,
  )
}

function standardOutput(): DestinationStream {
  return isConnectedToJournal(1) ? createJournalStream(destination(1)) : destination(1)
}

/** Describes an error without its message, which may quote visitor input. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, syscall } = error as NodeJS.ErrnoException
  const at = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return { type: error.constructor.name, code, syscall, at: at.slice(0, 6).map((line) => line.trim()) }
}
