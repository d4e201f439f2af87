import pc from 'picocolors'

/** Milliseconds between updates on a terminal and in a log. */
const PAUSE = { terminal: 60, log: 60_000 }

/** Shows progress on stderr: on a terminal as a line that is overwritten, otherwise as a new line each minute. */
export function createProgressReporter(quiet: boolean) {
  const live = process.stderr.isTTY
  const pause = live ? PAUSE.terminal : PAUSE.log
  let shown: number | undefined
  return {
    show(text: string) {
      const now = performance.now()
      shown ??= live ? now - pause : now
      if (quiet || now - shown < pause) return
      shown = now
      process.stderr.write(live ? `\r\x1b[2K${pc.dim(text)}` : `${text}\n`)
    },
    clear() {
      if (live && !quiet) process.stderr.write('\r\x1b[2K')
      shown = undefined
    },
    line(text: string) {
      this.clear()
      if (!quiet) process.stderr.write(`${text}\n`)
    },
  }
}
