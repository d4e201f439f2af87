import { hrefPattern } from '@northshelf/site/schema/text.ts'
import type { z } from 'zod'
import { valueAt } from '../value-at.ts'
import type { ValuePath } from '../yaml/source.ts'
import { lowerScheme } from './url-schemes.ts'

export type Issue = z.core.$ZodIssue

/**
 * Returns the spelling of a name, path or code that matches a pattern and differs only in case, spaces, slashes,
 * percent-encoding, a leading #, a
 * missing zero of a time, or an ending such as .html; undefined if there is none.
 */
export function findMatchingSpelling(value: string, pattern: RegExp): string | undefined {
  const plain = value
    .trim()
    .replace(/^#|(?<!\/)\/+$/g, '')
    .replace(/(?:\/index)?(?:\.html?|\.md)?$/i, '')
  const lower = plain.toLowerCase()
  const url = lowerScheme(value.trim())
  const spellings = [
    value.trim(),
    url,
    padTime(plain),
    decodePercent(plain),
    plain,
    lower,
    plain.toUpperCase(),
    lower.replace(/[ _.]+/g, '-'),
  ]
  return spellings.flatMap((spelling) => [spelling, `/${spelling}`]).find((spelling) => pattern.test(spelling))
}

/** Writes a time with two digits for the hour: 9:00 becomes 09:00. */
function padTime(text: string): string {
  return text.replace(/^\d(?=:\d\d$)/, '0$&')
}

function decodePercent(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}

/** Returns the valid spelling of a value or key that failed a pattern. Never changes links. */
export function findCorrectedSpelling(issue: Issue, value: unknown): string | undefined {
  if (issue.code === 'invalid_key')
    return issue.issues.map((inner) => findCorrectedSpelling(inner, issue.path.at(-1))).find(Boolean)
  if (issue.code !== 'invalid_format' || issue.format !== 'regex' || typeof value !== 'string') return undefined
  if (issue.pattern === String(hrefPattern)) return undefined
  const [, source = '', flags] = /^\/(.*)\/(\w*)$/s.exec(issue.pattern ?? '') ?? []
  return findMatchingSpelling(value, new RegExp(source, flags))
}

/** Returns a copy of the data with misspelled values and keys corrected, so that references to them remain valid. */
export function correctSpellings(data: unknown, issues: readonly Issue[]): unknown {
  const copy = structuredClone(data)
  for (const issue of issues) {
    const path = issue.path as ValuePath
    const name = path.at(-1)
    const parent = valueAt(copy, path.slice(0, -1)) as Record<string, unknown> | undefined
    const respelled = findCorrectedSpelling(issue, valueAt(data, path))
    if (name === undefined || !parent || respelled === undefined) continue
    if (issue.code !== 'invalid_key') parent[name] = respelled
    else if (!Object.hasOwn(parent, respelled)) {
      parent[respelled] = parent[name]
      delete parent[name]
    }
  }
  return copy
}
