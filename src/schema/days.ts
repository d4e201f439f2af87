export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Creates the format of days, such as `November 22, 2026`. Uses UTC, so that all machines produce the same day. */
export function createDayFormat(language: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
}
