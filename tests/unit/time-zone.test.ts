import { describe, expect, it } from 'vitest'
import { formatTimeInZone, getDayInZone, isTimeZone } from '../../src/entries/time-zone.ts'

describe('formatTimeInZone', () => {
  it.each([
    ['2026-12-31', undefined, '2026-12-31T23:59:59Z'],
    ['2026-12-31', 'America/Los_Angeles', '2026-12-31T23:59:59-08:00'],
    ['2026-07-31', 'America/Los_Angeles', '2026-07-31T23:59:59-07:00'],
    ['2026-12-31', 'Asia/Kathmandu', '2026-12-31T23:59:59+05:45'],
    // The clocks change at 01:00 UTC on this day.
    ['2026-03-29', 'Europe/Berlin', '2026-03-29T23:59:59+02:00'],
    ['2026-03-28', 'Europe/Berlin', '2026-03-28T23:59:59+01:00'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-25T23:59:59+01:00'],
  ])('appends the offset that applies at that time: %s, %s', (day, zone, expected) => {
    expect(formatTimeInZone(day, '23:59:59', zone)).toBe(expected)
  })

  it.each(['America/Los_Angeles', 'Europe/Berlin', 'Pacific/Kiritimati', 'America/St_Johns', 'Africa/Cairo'])(
    'returns a moment that is on that day in the zone %s, on every fifth day of a year',
    (zone) => {
      for (let at = Date.UTC(2027, 0, 1); at < Date.UTC(2028, 0, 1); at += 5 * 24 * 60 * 60 * 1000) {
        const day = getDayInZone(new Date(at))
        for (const time of ['12:00:00', '23:59:59'])
          expect(getDayInZone(new Date(formatTimeInZone(day, time, zone)), zone)).toBe(day)
      }
    },
  )
})

it('isTimeZone accepts only names that the runtime knows', () => {
  expect(['Europe/Amsterdam', 'UTC', 'Mars/Base', ''].map(isTimeZone)).toEqual([true, true, false, false])
})
