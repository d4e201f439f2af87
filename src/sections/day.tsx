/** A calendar day in words. Fixed to UTC, so that the server and every browser write the same day. */
export function Day({ date, language }: { date: string; language: string }) {
  const words = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
  return <time dateTime={date}>{words}</time>
}
