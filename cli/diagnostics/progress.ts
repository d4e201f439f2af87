import pc from 'picocolors'

/** How often there is news, in milliseconds: no faster than it can be read on a terminal; a log shows that work goes on. */
const PAUSE = { terminal: 60, log: 60_000 }

/** One line that is written over on a terminal; elsewhere one a minute, of work that takes that long. All on stderr. */
export function createProgress(quiet: boolean) {
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
