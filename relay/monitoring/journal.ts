import { fstatSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Reports whether a file descriptor is connected to journald, according to `JOURNAL_STREAM` (systemd.exec(5)). */
export function isConnectedToJournal(fd: number, { JOURNAL_STREAM } = process.env): boolean {
  if (JOURNAL_STREAM === undefined) return false
  const { dev, ino } = fstatSync(fd, { bigint: true })
  return JOURNAL_STREAM === `${dev}:${ino}`
}

/** Lowest pino level for each journald priority (sd-daemon(3)): err, warning, info, debug. */
const PRIORITIES = [
  [50, 3],
  [40, 4],
  [30, 6],
  [0, 7],
] as const

/** Prefixes each line with its priority for `journalctl -p err`. journald reads the prefix and removes it. */
export function addJournalPriority(lines: string, level: number): string {
  const [, priority] = PRIORITIES.find(([from]) => level >= from) ?? [0, 7]
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
