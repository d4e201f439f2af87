const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

/** A moment as people read it, to the second: `Nov 21, 2026, 1:01:03 PM UTC`. */
export function timeText(moment: string): string {
  return `${format.format(new Date(moment))} UTC`
}
