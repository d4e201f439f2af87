import type { FormattedDay as DayView } from '../entries/page-content.ts'

export function Day({ day }: { day: DayView }) {
  return <time dateTime={day.date}>{day.words}</time>
}
