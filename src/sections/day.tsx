import type { FormattedDay as DayView } from '../entries/page-content.ts'

/** Shows a calendar day in words. */
export function Day({ day }: { day: DayView }) {
  return <time dateTime={day.date}>{day.words}</time>
}
