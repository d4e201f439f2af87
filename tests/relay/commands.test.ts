import { mkdirSync, renameSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../../relay/clock.ts'
import { abandonCommand, dropCommand, releaseCommand, retryCommand } from '../../relay/commands/change-commands.ts'
import { formatReport, formatReportStream } from '../../relay/commands/command.ts'
import { measureMedianTime } from '../../relay/commands/doctor/finding.ts'
import { checkSystemdUnits, doctorCommand } from '../../relay/commands/doctor.ts'
import { exportCommand } from '../../relay/commands/export.ts'
import { listCommand } from '../../relay/commands/list.ts'
import { parseTimeBound } from '../../relay/commands/query.ts'
import { showCommand } from '../../relay/commands/show.ts'
import { testSendCommand } from '../../relay/commands/test-send.ts'
import { verifyCommand } from '../../relay/commands/verify.ts'
import { getIdTime } from '../../relay/store/ids.ts'
import { createTargets, type TargetConfig } from '../../relay/targets/targets.ts'
import { needs } from '../needs.ts'
import { claimOne, delivered, settle } from './claims.ts'
import { collect } from './collect.ts'
import { createScriptedTarget } from './delivery-fixture.ts'
import { createHookReceiver, SECRET } from './hook-receiver.ts'
import { createMailReceiver } from './mail-receiver.ts'
import { becomeOrdinary, chownAll } from './ordinary-user.ts'
import { createSiteForms } from './site-forms.ts'
import { commitOne, createSpoolFixture, temporaryFolder } from './spool-fixture.ts'

const forms = createSiteForms()

const LINKLESS_HOOK = { check: 'links hook', level: 'warn', detail: expect.stringContaining('RELAY_PUBLIC_URL') }

async function createFixture() {
  const spool = await createSpoolFixture({ targets: ['mail'] })
  const store = await spool.open()
  const commit: (more?: Parameters<typeof commitOne>[2], files?: readonly Buffer[]) => Promise<string> = (
    more,
    files,
  ) => commitOne(store, spool.clock.now(), { targets: ['mail'], ...more }, files)
  const targets: TargetConfig[] = [
    { kind: 'file', name: 'mail', forms: [], folder: path.join(spool.folder, '../outbox') },
  ]
  const config = {
    spool: spool.folder,
    targets,
    retention: { doneDays: 30, spamDays: 30 },
    limits: { freeBytes: 1024 } as never,
  }
  return { ...spool, store, commit, config }
}

test('relay list and relay show work while a relay is running, and relay list prints no visitor input', async () => {
  const { config, commit, store } = await createFixture()
  const waiting = await commit()
  const spam = await commit({ spam: ['trap filled in'] })
  await claimOne(store)
  await settle(store, waiting, 'mail', { status: 'waiting', pause: 30_000, detail: '451 to DATA' })

  const listed = await collect(listCommand.run(config))
  expect(listed.data.map(({ id, place }) => [id, place]).sort()).toEqual(
    [
      [waiting, 'queue'],
      [spam, 'spam'],
    ].sort(),
  )
  expect(listed.text).toContain('mail waiting (1 attempt, next 2026-01-05T09:00:30.000Z)')
  expect(listed.text).toContain('1 in queue, 0 in dead, 1 in spam, 0 in corrupt')
  expect(JSON.stringify(listed.data) + listed.text).not.toMatch(/Ada|brand\.example/)
  expect((await collect(listCommand.run(config, { place: 'spam' }))).data).toHaveLength(1)
  expect((await showCommand.run(config, { id: spam, forms })).text).toContain('mail waiting (not attempted yet)')
  expect((await collect(listCommand.run(config, { form: 'brand-plan' }))).data).toHaveLength(0)

  const shown = await showCommand.run(config, { id: waiting, forms })
  expect(shown.text).toContain('Ada Lind')
  expect(shown.text).toContain('451 to DATA')
  expect(shown.text).not.toContain('Canary')
  expect(JSON.parse(formatReport(shown, { json: true })).envelope.id).toBe(waiting)
  await expect(showCommand.run(config, { id: 'nothing', forms })).rejects.toThrow('There is no submission nothing')
})

test('relay list supports limits, time ranges and paging, and streams JSON', async () => {
  const { config, commit, clock } = await createFixture()
  const ids: string[] = []
  for (let count = 0; count < 5; count++) {
    ids.push(await commit())
    clock.advance(60_000)
  }
  const listed = async (query: Parameters<typeof listCommand.run>[1]) => collect(listCommand.run(config, query))
  const newest = await listed({ limit: 2 })
  expect(newest.data.map(({ id }) => id)).toEqual(ids.slice(3))
  expect(newest.text).toContain(`For earlier submissions, add --before ${ids[3]}`)
  const earlier = await listed({ limit: 3, before: ids[3] })
  expect(earlier.data.map(({ id }) => id)).toEqual(ids.slice(0, 3))
  expect(earlier.text).toContain('3 in queue')
  const since = parseTimeBound('2m', undefined, clock.now())
  expect((await listed({ since })).data.map(({ id }) => id)).toEqual(ids.slice(3))
  expect((await listed({ before: parseTimeBound('2026-01-05T09:01:30Z') })).data).toHaveLength(2)
  expect((await listed({ since })).text).toContain('(received since 2026-01-05T09:03:00.000Z)')
  for (const wrong of [
    '2026-11-24T25:00',
    '2026-11-24T10',
    '2026-02-31x',
    'yesterday',
    '7',
    ids[0]?.slice(0, 12) ?? '',
  ])
    expect(() => parseTimeBound(wrong)).toThrow('a UTC date')
  let json = ''
  for await (const chunk of formatReportStream(await listCommand.run(config), { json: true })) json += chunk
  expect(json).toBe(`${JSON.stringify((await listed({})).data, null, 2)}\n`)
})

test.each([
  ['2026-11-24', '2026-11-24T00:00:00.000Z'],
  ['2026-11-24T10:00', '2026-11-24T10:00:00.000Z'],
  ['2026-11-24 10:00:30', '2026-11-24T10:00:30.000Z'],
  ['2026-11-24T10:00:00.500Z', '2026-11-24T10:00:00.500Z'],
  ['2026-11-24T10:00+01:00', '2026-11-24T09:00:00.000Z'],
])('a date or time in a command is in UTC unless it has a time zone: %s', (text, expected) => {
  const before = process.env.TZ
  onTestFinished(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })
  process.env.TZ = 'America/Los_Angeles'
  expect(new Date(getIdTime(parseTimeBound(text))).toISOString()).toBe(expected)
})

test('commands suggest a known form for a typo, reject unknown ids, and accept a unique id prefix', async () => {
  const { config, commit, clock } = await createFixture()
  const id = await commit()
  clock.advance(1)
  const other = await commit({ spam: ['links'] })
  for (const run of [
    () => collect(listCommand.run(config, { form: 'kontakt', forms })),
    () => collect(exportCommand.run(config, { form: 'kontakt', forms })),
    () => releaseCommand.run(config, { all: true, form: 'kontakt', forms }),
  ])
    await expect(run()).rejects.toThrow('no submissions from it are stored. Did you mean contact?')
  expect((await collect(listCommand.run(config, { form: 'brand-plan', forms }))).data).toEqual([])
  const missing = '01a1fc75-18ff-7683-8b28-9287b8e4bc90'
  for (const wrong of [missing, missing.slice(0, 10), id.slice(0, 3), '../x'])
    await expect(collect(exportCommand.run(config, { forms, ids: [wrong] }))).rejects.toThrow('no submission')
  // Both ids start with the same 11 digits, which are 12 characters including a hyphen.
  const start = id.slice(0, 12)
  for (const run of [
    () => showCommand.run(config, { id: start, forms }),
    () => dropCommand.run(config, { id: start }),
    () => collect(exportCommand.run(config, { forms, ids: [start] })),
  ])
    await expect(run()).rejects.toThrow(`2 submission ids begin with ${start}: ${id}, ${other}.`)
  const enough = id.slice(0, 13)
  expect((await showCommand.run(config, { id: enough, forms })).data.envelope.id).toBe(id)
  expect((await collect(exportCommand.run(config, { forms, ids: [enough] }))).data).toMatchObject([{ id }])
  expect((await collect(exportCommand.run(config, { forms, place: 'all' }))).data).toHaveLength(2)
  expect((await releaseCommand.run(config, { id: other.slice(0, 13) })).data).toMatchObject({ id: other })
  await dropCommand.run(config, { id: enough })
  await expect(showCommand.run(config, { id, forms })).rejects.toThrow('There is no submission')
})

test('relay retry, release and abandon with --all change every matching submission and report failures', async () => {
  const { config, commit, store } = await createFixture()
  const [one = '', two = ''] = [await commit(), await commit()].sort()
  for (const id of [one, two]) {
    await claimOne(store)
    await claimOne(store)
    await settle(store, id, 'mail', { status: 'dead', detail: '550' })
  }
  await expect(retryCommand.run(config, {})).rejects.toThrow('Specify one submission id or --all.')
  await expect(retryCommand.run(config, { id: one, all: true })).rejects.toThrow('Specify one submission id or --all.')
  expect(await retryCommand.run(config, { all: true, target: 'mail' })).toMatchObject({
    data: { ids: [one, two], by: 'relay', failed: [] },
    text: 'Queued for retry: 2 submissions. The running relay starts delivery now.',
  })
  const held = [await commit({ spam: ['links'] }), await commit({ spam: ['links'], formType: 'brand-plan' })]
  expect((await releaseCommand.run(config, { all: true, form: 'contact' })).data).toMatchObject({
    ids: held.slice(0, 1),
  })
  expect((await releaseCommand.run(config, { all: true })).text).toContain('1 submission.')
  expect((await releaseCommand.run(config, { all: true })).text).toBe('Nothing to do.')
  expect((await abandonCommand.run(config, { all: true, target: 'mail' })).data).toMatchObject({
    ids: [one, two, ...held].sort(),
  })
  const lost = [await commit({ spam: ['links'] }), await commit({ spam: ['links'] })].sort()
  await rm(path.join(config.spool, 'spam', lost[1] ?? '', 'envelope.json'))
  expect(await releaseCommand.run(config, { all: true })).toMatchObject({
    ...{ ok: false, data: { ids: [lost[0]], failed: [{ id: lost[1] }] } },
    warnings: [`${lost[1]} is damaged and was moved to corrupt.`],
  })
})

test('relay list shows dead deliveries of submissions that are still in the queue', async () => {
  const { config, commit, store } = await createFixture()
  const id = await commit({ targets: ['mail', 'hook'] })
  await commit()
  await claimOne(store)
  await settle(store, id, 'mail', { status: 'dead', detail: '550' })
  const { text } = await collect(listCommand.run(config))
  expect(text).toMatch(/ queue .* mail dead \(given up after 1 attempt\), hook waiting/)
  expect(text).toContain('2 in queue (1 with a dead delivery), 0 in dead')
})

test('relay show removes control characters from visitor input', async () => {
  const { config, commit } = await createFixture()
  const id = await commit({ values: { name: '\u001b[2J\u202Eevil\u0007', message: 'a\u009bb' } })
  expect((await showCommand.run(config, { id, forms })).text).not.toMatch(/(?!\n)\p{Control}|\u202E/u)
})

test('a running relay executes the retry, release and drop commands', async () => {
  const { config, commit, store } = await createFixture()
  const dead = await commit()
  await claimOne(store)
  await settle(store, dead, 'mail', { status: 'dead', detail: '550' })
  expect((await retryCommand.run(config, { id: dead })).data).toEqual({ id: dead, by: 'relay' })
  expect((await claimOne(store))?.envelope.id).toBe(dead)

  const spam = await commit({ spam: ['links'] })
  expect((await releaseCommand.run(config, { id: spam })).text).toContain('The running relay starts delivery now.')
  expect((await claimOne(store))?.envelope.id).toBe(spam)

  await dropCommand.run(config, { id: spam })
  expect(await store.read(spam)).toBeUndefined()
  await expect(dropCommand.run(config, { id: spam })).rejects.toThrow('There is no submission')
})

test('relay retry and relay release work even if the relay is stopped', async () => {
  const { config, commit, store, clock, open } = await createFixture()
  const dead = await commit()
  await claimOne(store)
  await settle(store, dead, 'mail', { status: 'dead', detail: '550' })
  const spam = await commit({ spam: ['links'] })
  await store.close()
  expect((await retryCommand.run(config, { id: dead, target: 'mail' })).data.by).toBe('command')
  expect((await releaseCommand.run(config, { id: spam })).text).toContain('when the relay runs again')
  const again = await open()
  clock.advance(Math.max(Date.now() - clock.now(), 0))
  const claims = [await claimOne(again), await claimOne(again)]
  expect(claims.map((claim) => claim?.envelope.id).sort()).toEqual([dead, spam].sort())
})

test('relay retry creates only files that the relay can read, even if root runs it', needs('root'), async () => {
  const { config, commit, store, clock, open, folder } = await createFixture()
  const id = await commit()
  await claimOne(store)
  await settle(store, id, 'mail', { status: 'dead', detail: '550' })
  await store.close()
  await chownAll(path.dirname(folder), 65534)
  expect((await retryCommand.run(config, { id })).data.by).toBe('command')
  expect(process.geteuid?.()).toBe(0)
  await becomeOrdinary()
  clock.advance(Math.max(Date.now() - clock.now(), 0))
  expect((await claimOne(await open()))?.envelope.id).toBe(id)
})

test('relay retry with a target delivers a submission again, even if the target has already received it', async () => {
  const { config, commit, store } = await createFixture()
  const id = await commit()
  await claimOne(store)
  await settle(store, id, 'mail', delivered)
  await expect(retryCommand.run(config, { id, target: 'fax' })).rejects.toThrow('fax')
  await retryCommand.run(config, { id, target: 'mail' })
  expect((await claimOne(store))?.state).toMatchObject({ status: 'sending', tries: 1 })
  await settle(store, id, 'mail', delivered)
  expect(await store.read(id)).toMatchObject({
    place: 'done',
    deliveries: [{ history: [{ kind: 'delivered' }, { kind: 'retried' }, { kind: 'delivered' }] }],
  })
})

describe('a target that is no longer configured', () => {
  /** Creates a submission with a dead delivery to a configured target and a waiting delivery to a removed target. */
  async function createWithRemovedTarget() {
    const fixture = await createFixture()
    const { commit, store } = fixture
    const id = await commit({ targets: ['mail', 'hook'] })
    await claimOne(store)
    await settle(store, id, 'mail', { status: 'dead', detail: '550' })
    return { ...fixture, id }
  }

  test('is reported by doctor with its pending deliveries, separately from dead letters to other targets', async () => {
    const { config } = await createWithRemovedTarget()
    const target = createScriptedTarget('mail').target
    const { data, ok } = await doctorCommand.run(config, { forms, targets: [target], dns: false })
    expect(ok).toBe(false)
    expect(data).toContainEqual({ check: 'dead letters', level: 'warn', detail: '1 to mail' })
    const found = data.find(({ check }) => check === 'target hook')
    expect(found).toMatchObject({ level: 'fail', detail: expect.stringContaining('has 1 delivery pending') })
  })

  test('cannot be retried, but configured targets of the same submission can', async () => {
    const { config, id, commit } = await createWithRemovedTarget()
    await expect(retryCommand.run(config, { id, target: 'hook' })).rejects.toThrow('Configured targets: mail.')
    expect((await retryCommand.run(config, { id })).text).toContain('Not configured, so not retried: hook.')
    const lone = await commit({ targets: ['hook'] })
    await expect(retryCommand.run(config, { id: lone })).rejects.toThrow(`relay abandon ${lone} --target hook`)
  })

  test('can be abandoned, and the submission leaves the queue once it has no pending deliveries', async () => {
    const { config, id, commit, store } = await createWithRemovedTarget()
    await abandonCommand.run(config, { id, target: 'hook' })
    expect(await store.read(id)).toMatchObject({ place: 'dead', lost: [] })
    await abandonCommand.run(config, { id, target: 'mail' })
    const entry = await store.read(id)
    expect([entry?.place, entry?.deliveries.map(({ status }) => status)]).toEqual(['done', ['abandoned', 'abandoned']])
    expect(entry?.deliveries[0]?.history.at(-1)).toMatchObject({ kind: 'abandoned' })
    await expect(abandonCommand.run(config, { id, target: 'mail' })).rejects.toThrow(
      'no dead or waiting delivery to mail',
    )
    const waiting = await commit()
    await store.close()
    expect((await abandonCommand.run(config, { id: waiting, target: 'mail' })).data.by).toBe('command')
    expect((await showCommand.run(config, { id: waiting, forms })).text).toContain('mail abandoned')
  })
})

test('relay doctor reports an unreadable spool as unreadable, not as missing', async () => {
  const { config } = await createFixture()
  const spool = path.join(await temporaryFolder(), 'loop')
  await symlink('loop', spool)
  const report = await doctorCommand.run({ ...config, spool }, { forms, targets: [], dns: false })
  expect(report.data[0]).toMatchObject({ level: 'fail', detail: expect.stringContaining('cannot be read (ELOOP)') })
})

test('commands never create a missing spool', async () => {
  const folder = path.join(await temporaryFolder(), 'slip')
  const config = { spool: folder, targets: [], retention: { doneDays: 1, spamDays: 1 } }
  const runs = [
    () => collect(listCommand.run(config)),
    () => verifyCommand.run(config),
    () => dropCommand.run(config, { id: 'x' }),
    () => retryCommand.run(config, { id: 'x' }),
  ]
  for (const run of runs)
    await expect(run()).rejects.toThrow(/^There is no spool at .+\. The relay creates it when it first starts\./)
})

test('relay verify works while a relay is running, and reports damage without changing anything', async () => {
  const { config, commit, folder } = await createFixture()
  await commit()
  const bad = await commit({}, [Buffer.from('file')])
  expect(await verifyCommand.run(config)).toMatchObject({ ok: true, data: { checked: 2, damaged: [] } })
  await writeFile(path.join(folder, 'queue', bad, '0.bin'), 'fire')
  const report = await verifyCommand.run(config)
  expect(report.ok).toBe(false)
  expect(report.data.damaged).toEqual([{ id: bad, place: 'queue', reason: '0.bin does not match its checksum' }])
  expect(await readFile(path.join(folder, 'queue', bad, '0.bin'), 'utf8')).toBe('fire')
})

test('relay export writes each submission with its files', async () => {
  const { config, commit } = await createFixture()
  const id = await commit({}, [Buffer.from('one'), Buffer.from('two')])
  await commit({ spam: ['links'] })
  const to = path.join(await temporaryFolder(), 'out')
  const report = await collect(exportCommand.run(config, { forms, to }))
  expect(report.data.map((record) => record.id)).toEqual([id])
  expect(JSON.parse(await readFile(path.join(to, id, 'submission.json'), 'utf8'))).toMatchObject({
    id,
    formType: 'contact',
    place: 'queue',
    values: { name: 'Ada Lind' },
  })
  expect(await readFile(path.join(to, id, '1-Resume.pdf'), 'utf8')).toBe('two')
  const lines = (await collect(exportCommand.run(config, { forms, place: 'spam' }))).text.split('\n')
  expect(lines.map((line) => JSON.parse(line).place)).toEqual(['spam'])
})

test('relay export copies the files of submissions that are moved while it runs', async () => {
  const { config, commit, folder } = await createFixture()
  const id = await commit({}, [Buffer.from('one')])
  const to = path.join(await temporaryFolder(), 'out')
  const moving = {
    ...forms,
    // `export` reads the forms after listing the submissions and before copying their files.
    get forms() {
      mkdirSync(path.join(folder, 'done', '2026-01-05'))
      renameSync(path.join(folder, 'queue', id), path.join(folder, 'done', '2026-01-05', id))
      return forms.forms
    },
  }
  await collect(exportCommand.run(config, { forms: moving, to }))
  expect(await readFile(path.join(to, id, '0-Resume.pdf'), 'utf8')).toBe('one')
})

test('relay test-send sends to every type of target and reports each outcome', async () => {
  const mail = await createMailReceiver()
  const hook = await createHookReceiver((response) => response.writeHead(500).end())
  const folder = path.join(await temporaryFolder(), 'outbox')
  const targets = createTargets(
    [
      { kind: 'file', name: 'outbox', forms: [], folder },
      {
        kind: 'smtp',
        name: 'mail',
        forms: [],
        url: mail.url,
        from: 'a@b.example',
        to: ['c@d.example'],
        dkim: undefined,
      },
      {
        kind: 'webhook',
        name: 'hook',
        forms: [],
        url: hook.url,
        secrets: [SECRET],
        allowPrivate: true,
        publicUrl: undefined,
      },
    ],
    { forms, clock: systemClock },
  )
  const report = await testSendCommand.run({}, { targets })
  expect(report.ok).toBe(false)
  expect(report.data.results.map(({ target, outcome }) => [target, outcome.kind])).toEqual([
    ['outbox', 'delivered'],
    ['mail', 'delivered'],
    ['hook', 'temporary'],
  ])
  expect(mail.mails[0]?.mail.subject).toBe('Relay test')
  expect((await testSendCommand.run({}, { targets, target: 'mail' })).ok).toBe(true)
  // The server refuses one of the two recipients.
  const picky = await createMailReceiver({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('typo') ? Object.assign(new Error('no'), { responseCode: 550 }) : undefined),
  })
  const to = ['ok@d.example', 'typo@d.example']
  const config: TargetConfig = {
    ...{ kind: 'smtp', name: 'mail', forms: [], url: picky.url, from: 'a@b.example', to, dkim: undefined },
  }
  const partly = await testSendCommand.run({}, { targets: createTargets([config], { forms, clock: systemClock }) })
  expect(partly.ok).toBe(false)
  expect(partly.text).toContain('refused for 1')
  await mail.close()
  const down = await testSendCommand.run({}, { targets, target: 'mail' })
  const { host } = new URL(mail.url)
  expect(down.text.trim()).toBe(`mail  temporary  ${host}, connecting: connect ECONNREFUSED ${host}`)
  await expect(testSendCommand.run({}, { targets, target: 'fax' })).rejects.toThrow('There is no target fax')
})

test('relay doctor checks the spool, clock, targets and DNS, and fails if a target is unreachable', async () => {
  const { config, commit } = await createFixture()
  await commit()
  await commit({ spam: ['trap'] })
  const good = createScriptedTarget('mail').target
  const smtp: TargetConfig = {
    ...{ kind: 'smtp', name: 'mail', forms: [], url: 'smtp://x', from: 'Site <a@brand.example>', to: ['c@d.example'] },
    dkim: { domain: 'brand.example', selector: 's', key: '' },
  }
  const resolver = {
    resolveMx: async () => [{ exchange: 'mx.brand.example' }],
    resolveTxt: async (name: string) => {
      if (name === 'brand.example') return [['v=spf1 ', '-all']]
      throw new Error('ENOTFOUND')
    },
  }
  const report = await doctorCommand.run({ ...config, targets: [smtp] }, { forms, targets: [good], resolver })
  const levels = Object.fromEntries(report.data.map(({ check, level }) => [check, level]))
  expect(levels).toMatchObject({
    'spool sync': 'ok',
    'spool space': 'ok',
    relay: 'ok',
    queue: 'ok',
    'held back': 'warn',
    'dead letters': 'ok',
    clock: 'ok',
    'target mail': 'ok',
    'DNS MX brand.example': 'ok',
    'DNS SPF brand.example': 'ok',
    'DNS DMARC _dmarc.brand.example': 'warn',
    'DNS DKIM s._domainkey.brand.example': 'warn',
    forms: 'ok',
  })
  expect(report.ok).toBe(true)
  const hook: TargetConfig = {
    ...{ kind: 'webhook', name: 'hook', forms: [], url: 'http://x', secrets: [SECRET] },
    ...{ allowPrivate: false, publicUrl: undefined },
  }
  const linkless = await doctorCommand.run(
    { ...config, targets: [...config.targets, hook] },
    { forms, targets: [good], dns: false },
  )
  expect(linkless).toMatchObject({ ok: true, data: expect.arrayContaining([LINKLESS_HOOK]) })
  const down = { ...good, probe: () => Promise.reject(new Error('refused')) }
  expect((await doctorCommand.run(config, { forms, targets: [down], dns: false })).ok).toBe(false)
})

test('relay doctor measures the median time of a write, without its preparation', async () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  let writes = 0
  const write = async () => {
    writes += 1
    now += writes === 1 ? 1000 : 7
  }
  const prepare = async () => {
    now += 100
  }
  expect(await measureMedianTime(write, prepare)).toBe(7)
})

test('relay doctor warns about installed systemd units that differ from those of the release', async () => {
  const [released, installed] = [await temporaryFolder(), await temporaryFolder()]
  expect(await checkSystemdUnits(path.join(released, 'missing'), installed)).toEqual([])
  for (const name of ['relay.service', 'relay.socket', 'relay-backup.timer'])
    await writeFile(path.join(released, name), 'unit')
  expect(await checkSystemdUnits(released, installed)).toEqual([])
  for (const name of ['relay.service', 'relay.socket', 'nginx.service'])
    await writeFile(path.join(installed, name), 'unit')
  expect(await checkSystemdUnits(released, installed)).toMatchObject([{ level: 'ok' }])
  await writeFile(path.join(installed, 'relay.socket'), 'older unit')
  expect(await checkSystemdUnits(released, installed)).toMatchObject([
    { level: 'warn', detail: expect.stringMatching(/^relay\.socket in .* differ/) },
  ])
})

test('relay list, doctor and verify report unreadable folders and entries', needs('root'), async () => {
  const { config, commit, store, clock, folder } = await createFixture()
  const done = await commit()
  await claimOne(store)
  await settle(store, done, 'mail', delivered)
  clock.advance(1)
  const foreign = await commit()
  clock.advance(1)
  const newer = await commit({ version: 2 as never })
  const day = path.join(folder, 'done', '2026-01-04')
  await mkdir(day)
  await chownAll(path.dirname(folder), 65534)
  for (const closed of [day, path.join(folder, 'queue', foreign)]) {
    await chown(closed, 0, 0)
    await chmod(closed, 0o700)
  }
  await becomeOrdinary()

  const skipped = 'done/2026-01-04 was skipped: cannot be read (EACCES).'
  const version = 'envelope.json has version 2, this relay supports version 1'
  const listed = await collect(listCommand.run(config, { place: 'all' }))
  expect(listed.data.map(({ id, problem }) => [id, problem])).toEqual([
    [done, null],
    [foreign, 'cannot be read (EACCES)'],
    [newer, `newer: ${version}`],
  ])
  expect(listed.text).toContain('2 in queue, ')
  expect(listed.warnings).toEqual([skipped])

  const found = (await doctorCommand.run(config, { forms, targets: [], dns: false })).data
  for (const finding of [
    { check: 'queue', level: 'ok', detail: '2 waiting' },
    { check: 'entry in queue', level: 'warn', detail: `${foreign} cannot be read (EACCES)` },
    { check: 'entry in queue', level: 'warn', detail: `${newer} newer: ${version}` },
    { check: 'folder', level: 'warn', detail: skipped },
  ])
    expect(found).toContainEqual(finding)

  const verified = await verifyCommand.run(config)
  expect(verified).toMatchObject({ ok: false, warnings: [skipped] })
  expect(verified.text.split('\n')).toEqual([
    '3 checked, 0 damaged, 1 newer, 1 unreadable, 0 in corrupt',
    `newer: ${newer} in queue: ${version}`,
    expect.stringMatching(`^unreadable: ${foreign} in queue: EACCES`),
  ])
  expect((await collect(exportCommand.run(config, { forms }))).warnings).toHaveLength(3)
})
