import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from '../../relay/postgres/database.ts'
import { findIncompatibility } from '../../relay/postgres/migrations.ts'

const suitable = {
  ...{ version: '13.0', fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', encoding: 'UTF8' },
  ...{ migration: 0, now: 0 },
}

test('the oldest supported PostgreSQL can be used', () => {
  expect(findIncompatibility(suitable)).toBeUndefined()
})

test.each([
  [{ version: '12.22' }, 'it is PostgreSQL 12.22; 13 or newer is required'],
  [{ full_page_writes: 'off' }, 'full_page_writes is off'],
  [{ encoding: 'SQL_ASCII' }, 'its encoding is SQL_ASCII'],
  [{ migration: 99 }, 'a newer relay has applied migration 99'],
])('a database with %j cannot be used', (state, reason) => {
  expect(findIncompatibility({ ...suitable, ...state })).toContain(reason)
})

test.each([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENETUNREACH', 'EHOSTUNREACH', 'EAI_AGAIN', 'ENOTFOUND'],
  ...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_SSL_WRONG_VERSION_NUMBER'],
])('a connection error with the code %s means that the database is unavailable', (code) => {
  expect(isDatabaseUnavailable(Object.assign(new Error('lost'), { code }))).toBe(true)
})

test.each(['ENOSPC', 'EACCES', 'ERR_INVALID_ARG_TYPE'])('an error with the code %s has another cause', (code) => {
  expect(isDatabaseUnavailable(Object.assign(new Error('other'), { code }))).toBe(false)
})
