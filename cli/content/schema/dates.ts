const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const NAMES = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })

/** Describes why a string is not a valid date; `meant` is the intended date if that is unambiguous. */
export function describeInvalidDate(text: string): { message: string; help: string; meant?: string } {
  const [year, month, day] = partsOf(text.trim()) ?? []
  if (!year || !month || !day) {
    const isAmbiguous = /^\d{1,2}[/.]\d{1,2}[/.]\d{4}$/.test(text.trim())
    const help = isAmbiguous ? 'Month and day are ambiguous. Write year-month-day.' : 'Write it as year-month-day.'
    return { message: 'is not a valid date', help }
  }
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (month > 12) return { message: 'is a date that does not exist', help: 'A year has 12 months.' }
  if (day > last) {
    const monthName = NAMES.format(new Date(Date.UTC(year, month - 1, 1)))
    return { message: 'is a date that does not exist', help: `${monthName} ${year} has ${last} days.` }
  }
  const meant = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return { message: 'is not a valid date', help: `Write ${meant}.`, meant }
}

/** Parses year, month and day from a string; returns undefined if their order is ambiguous. */
function partsOf(text: string): number[] | undefined {
  const numeric = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$|^(\d{4})(\d\d)(\d\d)$/.exec(text)
  if (numeric) return numeric.slice(1).filter(Boolean).map(Number)
  const [, first, second, numericYear] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text)?.map(Number) ?? []
  // A number above 12 must be the day.
  if (first && second && numericYear && first > 12 !== second > 12)
    return [numericYear, Math.min(first, second), Math.max(first, second)]
  const named = /^([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/.exec(text)
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)? ([A-Za-z]{3,9})\.?,? (\d{4})$/.exec(text)
  const [month, day, year] = named ? named.slice(1) : dayFirst ? [dayFirst[2], dayFirst[1], dayFirst[3]] : []
  const number = MONTHS.indexOf(month?.slice(0, 3).toLowerCase() ?? '') + 1
  return number > 0 ? [Number(year), number, Number(day)] : undefined
}
