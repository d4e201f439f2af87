import { afterAll, beforeAll, describe } from 'vitest'
import { needs } from '../needs.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

/** Defines tests once for each kind of store. @param define receives a function that returns the database's URL */
export function describeEachStore(define: (getStoreUrl: () => string | undefined) => void): void {
  describe('with a folder as the store', () => define(() => undefined))
  describe('with PostgreSQL as the store', needs('postgres'), () => {
    let server: PostgresServer | undefined
    beforeAll(async () => {
      server = await startPostgres()
    })
    afterAll(() => server?.remove())
    define(() => server?.url)
  })
}
