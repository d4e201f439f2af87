import { weekdays } from '../../schema/days.ts'

/** A period on a day, in hours and minutes such as `07:30`, and these times as visitors read them. */
interface OpenPeriod {
  opens: string
  closes: string
  opensText: string
  closesText: string
}

/** When a place is open, for scripts. */
export interface OpeningTimes {
  timeZone: string
  week: Record<string, OpenPeriod[]>
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
    exceptions.find(({ from, to }) => from <= day && day <= to)?.periods ?? week[getWeekday(day)] ?? []
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)
  const isLate = ({ opens, closes }: OpenPeriod) => closes <= opens
  const periods = periodsOn(today)
  const current =
    periodsOn(yesterday).find((period) => isLate(period) && time < period.closes) ??
    periods.find((period) => period.opens <= time && (isLate(period) || time < period.closes))
  if (current) return { isOpen: true, time: current.closesText }
  const next = periods.filter(({ opens }) => opens > time).sort((a, b) => (a.opens < b.opens ? -1 : 1))[0]
  return { isOpen: false, time: next?.opensText }
}

function getWeekday(day: string): string {
  return weekdays[(new Date(day).getUTCDay() + 6) % 7] ?? ''
}
