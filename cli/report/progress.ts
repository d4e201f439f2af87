import pc from 'picocolors'

/** One line that is written over on a terminal; nothing is animated elsewhere. All on stderr. */
export function createProgress(quiet: boolean) {
  const live = process.stderr.isTTY && !quiet
  let shown = 0
  return {
    show(text: string) {
      // A terminal cannot be read faster than this.
      if (!live || performance.now() - shown < 60) return
      shown = performance.now()
      process.stderr.write(`\r\x1b[2K${pc.dim(text)}`)
    },
    clear() {
      if (live) process.stderr.write('\r\x1b[2K')
    },
    line(text: string) {
      this.clear()
      if (!quiet) process.stderr.write(`${text}\n`)
    },
  }
}
export type Progress = ReturnType<typeof createProgress>
