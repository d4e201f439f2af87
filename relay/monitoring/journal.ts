import { fstatSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Whether a file descriptor leads to journald, as `JOURNAL_STREAM` tells (systemd.exec(5)). */
export function isJournal(fd: number, { JOURNAL_STREAM } = process.env): boolean {
  if (JOURNAL_STREAM === undefined) return false
  const { dev, ino } = fstatSync(fd, { bigint: true })
  return JOURNAL_STREAM === `${dev}:${ino}`
}

/** Levels of pino from which on journald's priorities count (sd-daemon(3)): err, warning, info, debug. */
const PRIORITIES = [
  [50, 3],
  [40, 4],
  [30, 6],
  [0, 7],
] as const

/** Lines with the priority that journald reads and takes away, so that `journalctl -p err` finds what is wrong. */
export function withPriority(lines: string, level: number): string {
  const [, priority] = PRIORITIES.find(([from]) => level >= from) ?? [0, 7]
  return lines.replace(/^(?=.)/gm, `<${priority}>`)
}

/** Takes lines for journald. pino sets `lastLevel` before each one where a stream asks for its metadata. */
export function journalStream(to: DestinationStream): DestinationStream & { lastLevel: number } {
  const stream = {
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 30,
    write: (line: string) => to.write(withPriority(line, stream.lastLevel)),
  }
  return stream
}
