import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../relay/clock.ts'
import { dropCommand } from '../../relay/commands/change-commands.ts'
import { openFolderStore } from '../../relay/spool/folder-store.ts'
import type { Draft, Store } from '../../relay/store/store.ts'
import { needs } from '../needs.ts'
import { pdf } from './documents.ts'
import { APPLY, createHttpFixture, HTML, readResponse, SUBMIT, toForm } from './http-fixture.ts'
import { createSmallDisk } from './small-disk.ts'

const OPTIONS = { clock: systemClock, targets: ['file'], retention: { doneDays: 30, spamDays: 30 } }
const CONTACT = { formType: 'contact', name: 'Ada', email: 'ada@mail.example', message: 'my long message' }
const JOB = {
  name: 'Ada',
  email: 'ada@mail.example',
  phone: '555 0100',
  location: 'Oslo',
  coverLetter: 'my letter',
  jobTitle: 'Analyst',
  jobDepartment: 'Data',
}
const job = (bytes: Buffer<ArrayBuffer>) => toForm(JOB, { resume: new File([bytes], 'cv.pdf') })
const full = () =>
  Object.assign(new Error('ENOSPC: no space left on device, write ada@mail.example'), {
    code: 'ENOSPC',
    syscall: 'write',
  })

/** Wraps the real store so that the step `state.at` fails as if the disk were full. */
function failing(state: { at: keyof Draft | 'draft' | undefined }) {
  return (store: Store): Store => ({
    ...store,
    async draft() {
      if (state.at === 'draft') throw full()
      const draft = await store.draft()
      return {
        ...draft,
        async write(source) {
          if (state.at !== 'write') return draft.write(source)
          // Fails after the first chunk, like a disk that fills up.
          for await (const _chunk of source) throw full()
          throw full()
        },
        commit: (envelope) => (state.at === 'commit' ? Promise.reject(full()) : draft.commit(envelope)),
      }
    },
  })
}

describe.each(['draft', 'write', 'commit'] as const)('a submission whose %s step fails on a full disk', (at) => {
  test('receives a 503 response, and is accepted once the disk has space again', async () => {
    const state: { at: typeof at | undefined } = { at }
    const fixture = await createHttpFixture({ wrap: failing(state) })
    const refused = await readResponse(await fixture.post(APPLY, job(pdf(9_000_000))))
    expect(refused).toMatchObject({ status: 503, code: 'no-space' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    if (at !== 'write') expect((await fixture.postJson(CONTACT)).status).toBe(503)
    expect(await fixture.names('queue')).toEqual([])
    await fixture.emptyTmp()
    expect(fixture.logged()).toContain('ENOSPC')
    expect(fixture.logged()).not.toContain('ada@')

    state.at = undefined
    expect((await fixture.post(APPLY, job(pdf(9_000_000)))).status).toBe(202)
    expect((await fixture.postJson(CONTACT)).status).toBe(202)
    expect(await fixture.names('queue')).toHaveLength(2)
  })

  test('gets a 503 response and, without JavaScript, a page that keeps the submitted answers', async () => {
    const fixture = await createHttpFixture({ wrap: failing({ at }) })
    const { status, text } = await readResponse(await fixture.post(APPLY, job(pdf()), HTML))
    expect(status).toBe(503)
    expect(text).toContain('my letter')
    expect(text).toMatch(/We couldn(?:'|&#x27;)t receive your form/)
  })
})

describe('a relay whose spool has too little free space', () => {
  test('refuses submissions with 503, and shows the form again in browsers without JavaScript', async () => {
    const fixture = await createHttpFixture({ env: { RELAY_FREE_BYTES: String(2 ** 52) } })
    expect(await readResponse(await fixture.postJson(CONTACT))).toMatchObject({ status: 503, code: 'no-space' })
    const { status, text } = await readResponse(await fixture.post(SUBMIT, new URLSearchParams(CONTACT), HTML))
    expect(status).toBe(503)
    expect(text).toContain('my long message')
    const application = await readResponse(await fixture.post(APPLY, job(pdf()), HTML))
    expect(application.text).toContain('my letter')
    await fixture.emptyTmp()
  })

  test('fails the readiness check but passes the liveness check', async () => {
    const { address } = await createHttpFixture({ env: { RELAY_FREE_BYTES: String(2 ** 52) } })
    expect(await readResponse(await fetch(`${address}/readyz`))).toMatchObject({
      status: 503,
      json: { reason: 'no-space' },
    })
    expect((await fetch(`${address}/livez`)).status).toBe(200)
  })
})

test('submissions are accepted again once a full disk has free space', needs('root', 'a mounted tmpfs'), async () => {
  const disk = await createSmallDisk()
  const fixture = await createHttpFixture({ folder: path.join(disk.folder, 'spool') })
  const before = await readResponse(await fixture.postJson(CONTACT))
  expect(before.status).toBe(202)
  expect(await readResponse(await fixture.post(APPLY, job(pdf(9_000_000))))).toMatchObject({
    status: 503,
    code: 'no-space',
  })
  await fixture.emptyTmp()
  // The relay receives all of a small file before the write to disk fails.
  await disk.fill(16_384)
  expect(await readResponse(await fixture.post(APPLY, job(pdf(50_000))))).toMatchObject({
    status: 503,
    code: 'no-space',
  })
  await fixture.emptyTmp()
  await disk.fill()
  expect((await fixture.postJson(CONTACT)).status).toBe(503)
  expect(await readResponse(await fetch(`${fixture.address}/readyz`))).toMatchObject({
    status: 503,
    json: { reason: 'no-space' },
  })
  await disk.empty()
  expect((await fetch(`${fixture.address}/readyz`)).status).toBe(200)
  const after = await readResponse(await fixture.post(APPLY, job(pdf(1_000_000))))
  expect(after.status).toBe(202)
  expect((await fixture.store.verify()).corrupt).toEqual([])
  expect((await fixture.names('queue')).toSorted()).toEqual([before.json.id, after.json.id].toSorted())
})

test('submissions are accepted again after the spool folder is deleted and recreated', async () => {
  const { folder, postJson, address, store, names, config } = await createHttpFixture()
  const get = async (at: string) => (await fetch(address + at)).status
  await postJson({ ...CONTACT, idempotencyKey: 'first' })
  await rm(folder, { recursive: true })
  expect((await postJson(CONTACT)).status).toBe(503)
  expect([await get('/readyz'), await get('/metrics')]).toEqual([503, 200])
  await mkdir(folder)
  expect((await postJson(CONTACT)).status).toBe(202)
  expect(await names('queue')).toHaveLength(1)
  expect(await store.waiting()).toMatchObject([{ count: 1 }])
  // The recreated spool is locked, and commands reach the relay.
  await expect(openFolderStore({ ...OPTIONS, folder })).rejects.toThrow('in use by another relay')
  const [id = ''] = await names('queue')
  expect((await dropCommand.run(config, { id })).data.by).toBe('relay')
  await rm(path.join(folder, 'queue'), { recursive: true })
  expect((await postJson(CONTACT)).status).toBe(503)
  expect((await postJson(CONTACT)).status).toBe(202)
})

test('a relay does not reopen its deleted and recreated spool while another relay has it open', async () => {
  const { folder, postJson } = await createHttpFixture()
  await rm(folder, { recursive: true })
  const other = await openFolderStore({ ...OPTIONS, folder })
  await rm(path.join(folder, 'tmp'), { recursive: true })
  expect((await postJson(CONTACT)).status).toBe(503)
  await expect(openFolderStore({ ...OPTIONS, folder })).rejects.toThrow('in use by another relay')
  await other.close()
  await rm(path.join(folder, 'tmp'), { recursive: true })
  expect((await postJson(CONTACT)).status).toBe(202)
})
