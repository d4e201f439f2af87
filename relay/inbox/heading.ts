import type { Envelope } from '../submission.ts'
import { cleanLine } from '../targets/clean-text.ts'

/** Who it is and what for, under the names that forms use on the wire. */
const TELLING = ['name', 'companyName', 'brandName', 'jobTitle', 'job_title']

/** What tells an entry from the others of its form; the form's title where nothing does. */
export function headingOf({ values, title }: Pick<Envelope, 'values' | 'title'>): string {
  const texts = TELLING.map((name) => (Object.hasOwn(values, name) ? values[name] : undefined))
  const told = texts.flatMap((text) => (typeof text === 'string' ? cleanLine(text, 100) : [])).filter(Boolean)
  return [...new Set(told)].join(', ') || title
}
