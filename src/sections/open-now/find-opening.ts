/** A period on a day, in hours and minutes such as `07:30`, and these times as visitors read them. */
interface OpenPeriod {
  start: string
  end: string
  startText: string
  endText: string
}

/** When a place is open, for scripts. */
export interface OpeningTimes {
  timeZone: string
  /** The periods of each weekday, from Monday to Sunday. */
  week: OpenPeriod[][]
  /** Days with other times, from YYYY-MM-DD to YYYY-MM-DD. Without periods, the place is closed. */
  exceptions: { from: string; to: string; periods: OpenPeriod[] }[]
}

/**
 * Finds out whether a place is open at a moment, and until when; if it is closed, also when it opens on the same day.
 * A period that ends before it begins lasts past midnight.
 */
export function findOpening({ timeZone, week, exceptions }: OpeningTimes, moment: Date) {
  // Swedish writes a moment as 2026-11-30 07:05:00.
  const [today = '', time = ''] = moment.toLocaleString('sv', { timeZone }).split(' ')
  const periodsOn = (day: string) =>
    exceptions.find(({ from, to }) => from <= day && day <= to)?.periods ?? week.at(new Date(day).getUTCDay() - 1) ?? []
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)
  const isLate = ({ start, end }: OpenPeriod) => end <= start
  const periods = periodsOn(today)
  const current =
    periodsOn(yesterday).find((period) => isLate(period) && time < period.end) ??
    periods.find((period) => period.start <= time && (isLate(period) || time < period.end))
  if (current) return { isOpen: true, time: current.endText }
  const next = periods.filter(({ start }) => start > time).sort((a, b) => (a.start < b.start ? -1 : 1))[0]
  return { isOpen: false, time: next?.startText }
}
