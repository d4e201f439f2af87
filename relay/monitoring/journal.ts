import { fstatSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Reports whether a file descriptor is connected to journald, by `JOURNAL_STREAM` (systemd.exec(5)). */
export function isJournal(fd: number, { JOURNAL_STREAM } = process.env): boolean {
  if (JOURNAL_STREAM === undefined) return false
  const { dev, ino } = fstatSync(fd, { bigint: true })
  return JOURNAL_STREAM === `${dev}:${ino}`
}

/** Lowest pino levels of the priorities of journald (sd-daemon(3)): err, warning, info, debug. */
const PRIORITIES = [
  [50, 3],
  [40, 4],
  [30, 6],
  [0, 7],
] as const

/** Prefixes lines with the priority that journald reads and removes, for `journalctl -p err`. */
export function withPriority(lines: string, level: number): string {
  const [, priority] = PRIORITIES.find(([from]) => level >= from) ?? [0, 7]
  return lines.replace(/^(?=.)/gm, `<${priority}>`)
}

/** Writes lines to journald. pino sets `lastLevel` before each line of a stream with its metadata symbol. */
export function journalStream(to: DestinationStream): DestinationStream & { lastLevel: number } {
  const stream = {
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 30,
    write: (line: string) => to.write(withPriority(line, stream.lastLevel)),
  }
  return stream
}
