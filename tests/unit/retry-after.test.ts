import { expect, it } from 'vitest'
import { parseRetryAfter } from '../../src/forms/retry-after.ts'

const now = Date.UTC(2026, 10, 24, 12)

it.each([
  ['120', 120_000],
  [' 5 ', 5000],
  ['Tue, 24 Nov 2026 12:00:30 GMT', 30_000],
  ['Tue, 24 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['-1', undefined],
  ['', undefined],
  [null, undefined],
])('parses the Retry-After header %j as %j ms', (header, pause) => {
  expect(parseRetryAfter(header, now)).toBe(pause)
})
