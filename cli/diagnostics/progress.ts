import pc from 'picocolors'

/** Shows progress on stderr: on a terminal as a line that is overwritten, otherwise as a new line each minute. */
export function createProgressReporter(quiet: boolean) {
  const live = process.stderr.isTTY
  const millisecondsBetweenUpdates = live ? 60 : 60_000
  let shown: number | undefined
  return {
    show(text: string) {
      const now = performance.now()
      shown ??= live ? now - millisecondsBetweenUpdates : now
      if (quiet || now - shown < millisecondsBetweenUpdates) return
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
