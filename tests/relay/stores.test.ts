import { createHash } from 'node:crypto'
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { needs } from '../needs.ts'
import { createPostgresFixture } from './postgres-fixture.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { createSpoolFixture } from './spool-fixture.ts'
import { type StoreFixture, testStore } from './store-conformance.ts'

testStore('a folder', async (): Promise<StoreFixture> => {
  const { clock, folder, alerts, open, names } = await createSpoolFixture()
  const change = async (file: string, edit: (text: string) => string) =>
    writeFile(file, edit(await readFile(file, 'utf8')))
  const find = async (id: string, file: string) => {
    const places = await Promise.all(['queue', 'spam'].map(async (place) => [place, await names(place)] as const))
    return path.join(folder, places.find(([, ids]) => ids.includes(id))?.[0] ?? '', id, file)
  }
  return {
    ...{ now: clock.now, alerts },
    open: ({ small, ...options } = {}) => open(small ? { ...options, sweepBatch: 2 } : options),
    advance: async (milliseconds) => clock.advance(milliseconds),
    async restart(store, options) {
      await store.close()
      return open(options)
    },
    damage: {
      'a changed envelope': async (id) => change(await find(id, 'envelope.json'), (text) => text.replace('Ada', 'Bob')),
      'a truncated envelope': async (id) => change(await find(id, 'envelope.json'), () => '{"sha256":"'),
      'a missing envelope': async (id) => rm(await find(id, 'envelope.json')),
      'a changed attachment': async (id) => change(await find(id, '0.bin'), (text) => text.replace('a', 'b')),
      'a longer attachment': async (id) => appendFile(await find(id, '0.bin'), 'x'),
      'a missing attachment': async (id) => rm(await find(id, '0.bin')),
    },
    setVersion: async (id, version) =>
      change(await find(id, 'envelope.json'), (whole) => {
        const text = whole.slice(whole.indexOf('"envelope":') + 11, -2).replace(/"version":\d/, `"version":${version}`)
        return `{"sha256":"${createHash('sha256').update(text).digest('hex')}","envelope":${text}}\n`
      }),
    leftovers: () => names('tmp'),
  }
})

describe('with a database server', needs('postgres'), () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.remove())
  testStore('PostgreSQL', () => createPostgresFixture(server))
})
