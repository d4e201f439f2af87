import { fstatSync } from 'node:fs'
import { type DestinationStream, destination, type Logger, pino } from 'pino'

export type { Logger }

/**
 * Creates a log of JSON lines without visitor data such as bodies, names and addresses. Callers must not log such data;
 * the redaction is only a safety net.
 */
export function createLogger(stream?: DestinationStream, level = 'info'): Logger {
  const paths = [
    ...['body', 'values', 'entries', 'headers', 'req', 'res'],
    ...['ip', 'remoteAddress', 'email', 'name', 'url', 'err.message'],
  ]
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      redact: { paths: [...paths, ...paths.map((path) => `*.${path}`)], remove: true },
    },
    stream ?? (isConnectedToJournal(1) ? createJournalStream(destination(1)) : destination(1)),
  )
}

/** Describes an error without its message, which may quote visitor input. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, syscall } = error as NodeJS.ErrnoException
  const at = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return { type: error.constructor.name, code, syscall, at: at.slice(0, 6).map((line) => line.trim()) }
}

/** Reports whether a file descriptor is connected to journald, according to `JOURNAL_STREAM` (systemd.exec(5)). */
export function isConnectedToJournal(fd: number, { JOURNAL_STREAM } = process.env): boolean {
  if (JOURNAL_STREAM === undefined) return false
  const { dev, ino } = fstatSync(fd, { bigint: true })
  return JOURNAL_STREAM === `${dev}:${ino}`
}

/** Prefixes each line with its priority for `journalctl -p err`. journald reads the prefix and removes it. */
export function addJournalPriority(lines: string, level: number): string {
  // Priorities of sd-daemon(3): err, warning, info, debug.
  const priority = level >= 50 ? 3 : level >= 40 ? 4 : level >= 30 ? 6 : 7
  return lines.replace(/^(?=.)/gm, `<${priority}>`)
}

/**
 * Creates a stream that writes to journald. Its metadata symbol makes pino set `lastLevel` before writing each line.
 */
export function createJournalStream(to: DestinationStream): DestinationStream & { lastLevel: number } {
  const stream = {
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 30,
    write: (line: string) => to.write(addJournalPriority(line, stream.lastLevel)),
  }
  return stream
}
