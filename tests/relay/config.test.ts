import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { listLateVariableWarnings, runPreflightChecks } from '../../relay/commands/preflight.ts'
import { readConfig } from '../../relay/config.ts'
import { ConfigError } from '../../relay/settings.ts'
import { loadSiteForms, parseSiteForms } from '../../relay/site-forms.ts'
import { checkFormTargets } from '../../relay/targets/check-targets.ts'
import { createSiteForms } from './site-forms.ts'
import { commitOne, createSpoolFixture, temporaryFolder } from './spool-fixture.ts'

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const SMTP = {
  SMTP_URL: 'smtps://user:pass@mail.example',
  SMTP_FROM: 'Site <site@agency.example>',
  MAIL_TO: 'a@agency.example, b@agency.example',
}

function problemsOf(run: () => unknown): readonly string[] {
  try {
    run()
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('readConfig', () => {
  test('returns defaults for an empty environment', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      bind: { host: '127.0.0.1', port: 8787 },
      adminBind: undefined,
      spool: path.resolve('spool'),
      origins: [],
      trustProxy: 1,
      publicKey: undefined,
      targets: [{ kind: 'file', name: 'file', folder: path.resolve('outbox'), forms: [] }],
      inbox: false,
    })
  })

  test("listens on the port in the build's forms.json, unless RELAY_BIND is set", async () => {
    const file = path.join(await temporaryFolder(), 'forms.json')
    const site = createSiteForms()
    const bindOf = async (text: string, RELAY_BIND?: string) => {
      await writeFile(file, text)
      return readConfig({ RELAY_FORMS: file, ...(RELAY_BIND && { RELAY_BIND }) }).bind
    }
    const built = JSON.stringify({ ...site, site: { ...site.site, port: 8788 } })
    expect(await bindOf(built)).toEqual({ host: '127.0.0.1', port: 8788 })
    expect(await bindOf(built, '10.0.0.5:80')).toEqual({ host: '10.0.0.5', port: 80 })
    for (const text of [JSON.stringify(site), JSON.stringify({ site: { port: 'x' } }), '{'])
      expect(await bindOf(text)).toEqual({ host: '127.0.0.1', port: 8787 })
  })

  test('reports all errors at once, with variable names but without secrets', () => {
    const problems = problemsOf(() =>
      readConfig({
        RELAY_BIND: 'somewhere',
        RELAY_ADMIN_BIND: '1.2.3.4:99999',
        RELAY_ORIGINS: 'https://good.example https://bad.example/path ftp://x',
        RELAY_TRUST_PROXY: 'yes',
        RELAY_POSTS_PER_MINUTE: '-1',
        RELAY_INBOX: 'perhaps',
        RELAY_TARGETS: 'smtp webhook pigeon smtp',
        SMTP_URL: 'http://user:hunter2@mail.example',
        SMTP_FROM: 'nobody',
        SMTP_DKIM_DOMAIN: 'agency.example',
        WEBHOOK_URL: 'ftp://x',
        WEBHOOK_SECRET: 'hunter2',
        RELAY_FORMS_FILE: '/nowhere/at/all',
      }),
    ).join('\n')
    for (const name of [
      'RELAY_BIND',
      'RELAY_ADMIN_BIND',
      'https://bad.example/path',
      'ftp://x',
      'RELAY_TRUST_PROXY',
      'RELAY_POSTS_PER_MINUTE',
      'RELAY_INBOX',
      'pigeon',
      'SMTP_URL',
      'SMTP_FROM',
      'MAIL_TO is missing',
      'SMTP_DKIM_SELECTOR',
      'WEBHOOK_URL',
      'WEBHOOK_SECRET',
      'RELAY_FORMS_FILE',
    ])
      expect(problems).toContain(name)
    expect(problems).not.toContain('hunter2')
    expect(problems).not.toContain('good.example')
  })

  test('reads a variable from the file at its _FILE path, and reports an error if both are set', async () => {
    const file = path.join(await temporaryFolder(), 'secret')
    await writeFile(file, `${SECRET}\n`)
    const env = { RELAY_TARGETS: 'webhook', WEBHOOK_URL: 'https://hook.example/in', WEBHOOK_SECRET_FILE: file }
    expect(readConfig(env).targets).toMatchObject([{ kind: 'webhook', secrets: [SECRET], allowPrivate: false }])
    expect(problemsOf(() => readConfig({ ...env, WEBHOOK_SECRET: SECRET }))).toEqual([
      'WEBHOOK_SECRET and WEBHOOK_SECRET_FILE are both set. Remove one of them.',
    ])
    expect(problemsOf(() => readConfig({ ...env, WEBHOOK_SECRET_FILE: '/nowhere' }))).toEqual([
      'WEBHOOK_SECRET_FILE: /nowhere cannot be read (ENOENT).',
    ])
  })

  test('reads RELAY_OUTBOX from the file in RELAY_OUTBOX_FILE, and rejects target names ending in -file', async () => {
    const file = path.join(await temporaryFolder(), 'setting')
    await writeFile(file, '/srv/outbox\n')
    expect(readConfig({ RELAY_OUTBOX_FILE: file }).targets).toMatchObject([{ name: 'file', folder: '/srv/outbox' }])
    expect(readConfig({ RELAY_TARGETS: 'jobs=file', RELAY_OUTBOX_JOBS_FILE: file }).targets).toMatchObject([
      { name: 'jobs', folder: '/srv/outbox' },
    ])
    expect(problemsOf(() => readConfig({ RELAY_TARGETS: 'jobs-file=file' }))).toEqual([
      expect.stringContaining('"jobs-file" must not end in -file'),
    ])
  })

  test('reads the forms and the settings of each target', () => {
    const env = {
      RELAY_TARGETS: 'leads=smtp:contact+get-started, jobs=smtp:job-application',
      ...SMTP,
      MAIL_TO_JOBS: 'hr@agency.example',
    }
    expect(readConfig(env).targets).toMatchObject([
      { name: 'leads', kind: 'smtp', forms: ['contact', 'get-started'], to: ['a@agency.example', 'b@agency.example'] },
      { name: 'jobs', kind: 'smtp', forms: ['job-application'], to: ['hr@agency.example'] },
    ])
    expect(problemsOf(() => readConfig({ RELAY_TARGETS: 'smtp smtp', ...SMTP }))).toEqual([
      expect.stringContaining('two targets are named "smtp"'),
    ])
  })

  test('warns about unknown variables and suggests known ones', () => {
    const { warnings } = readConfig({
      ...{ RELAY_TARGETS: 'jobs=smtp', ...SMTP, MAIL_TO_JOBS: 'hr@agency.example', WEBHOOK_URL: 'for another day' },
      ...{ RELAY_TRUSTPROXY: '1', RELAY_KEEP_DAY: '3', RELAY_COLOUR: 'red', SMTP_FORM: 'x', RELAY_ORIGINS_FILE: '' },
      ...{ MAIL: '/var/mail/ada', PATH: '/bin' },
    })
    expect(warnings).toEqual([
      'WEBHOOK_URL is set, but RELAY_TARGETS lists no webhook target: nothing is sent there.',
      'RELAY_TRUSTPROXY is unknown. Did you mean RELAY_TRUST_PROXY?',
      'RELAY_KEEP_DAY is unknown. Did you mean RELAY_KEEP_DAYS?',
      'RELAY_COLOUR is unknown.',
      'SMTP_FORM is unknown. Did you mean SMTP_FROM?',
    ])
  })

  test.each([
    ['invalid settings', { RELAY_TARGETS: 'smtp', ...SMTP, SMTP_FROM: '' }],
    ['a form without a target', { RELAY_TARGETS: 'smtp:contact', ...SMTP }],
    ['an unusable spool path', { RELAY_SPOOL: `${import.meta.filename}/spool` }],
  ])('lists warnings after the errors if the configuration has %s', async (_name, env) => {
    const check = async () => {
      const config = readConfig({ ...env, SMTP_FORM: 'x' })
      checkFormTargets(config, createSiteForms())
      await runPreflightChecks(config, createSiteForms())
    }
    await expect(check()).rejects.toThrow(
      /^The configuration is invalid:\n {2}- .*\n {2}warning: SMTP_FORM is unknown\. Did you mean SMTP_FROM\?$/s,
    )
  })

  test('accepts a port, an IPv4 address or an IPv6 address as RELAY_BIND', () => {
    const bindOf = (RELAY_BIND: string) => readConfig({ RELAY_BIND }).bind
    expect(bindOf('9000')).toEqual({ host: '127.0.0.1', port: 9000 })
    expect(bindOf('0.0.0.0:80')).toEqual({ host: '0.0.0.0', port: 80 })
    expect(bindOf('[::1]:80')).toEqual({ host: '::1', port: 80 })
    expect(readConfig({ RELAY_BIND: '0.0.0.0:80' }).trustProxy).toBe(0)
  })

  test('allows the inbox only if the relay listens on loopback', () => {
    expect(readConfig({ RELAY_INBOX: '1' }).inbox).toBe(true)
    expect(problemsOf(() => readConfig({ RELAY_INBOX: '1', RELAY_BIND: '0.0.0.0:80' }))).toEqual([
      expect.stringContaining('RELAY_INBOX'),
    ])
  })
})

describe('preflight', () => {
  const book = createSiteForms()
  const hook = { RELAY_TARGETS: 'webhook', WEBHOOK_SECRET: SECRET, RELAY_PUBLIC_URL: 'https://agency.example' }

  test.each([
    ['a spool that can be created', {}, []],
    ['a spool path below a file', { RELAY_SPOOL: `${import.meta.filename}/spool` }, [/^RELAY_SPOOL: .*\(ENOTDIR\)/]],
    ['an outbox path below a file', { RELAY_OUTBOX: `${import.meta.filename}/x` }, [/^RELAY_OUTBOX: .*\(ENOTDIR\)/]],
    [
      'a webhook on this machine',
      { ...hook, WEBHOOK_URL: 'http://localhost:1/' },
      [/localhost.*WEBHOOK_ALLOW_PRIVATE/],
    ],
    ['a webhook in a private network', { ...hook, WEBHOOK_URL: 'https://[fd00::1]/' }, [/fd00::1.*private network/]],
    ['an allowed private webhook', { ...hook, WEBHOOK_URL: 'http://10.0.0.5/', WEBHOOK_ALLOW_PRIVATE: '1' }, []],
    ['a webhook with an unknown host', { ...hook, WEBHOOK_URL: 'http://crm.invalid/' }, []],
  ])('returns the expected errors for %s', async (_name, env, expected) => {
    const folder = await temporaryFolder()
    const spool = path.join(folder, 'a', 'spool')
    const config = readConfig({ RELAY_SPOOL: spool, RELAY_OUTBOX: path.join(folder, 'outbox'), ...env })
    const problems = await runPreflightChecks(config, book).then(
      () => [],
      (error: ConfigError) => error.problems,
    )
    expect(problems).toEqual(expected.map((pattern) => expect.stringMatching(pattern)))
    expect(await readdir(folder)).toEqual([])
  })

  test('warns about submissions that are pending for a target that is no longer configured', async () => {
    const { folder, open, clock } = await createSpoolFixture()
    const store = await open()
    await commitOne(store, clock.now(), { targets: ['hook'] })
    const config = readConfig({ RELAY_SPOOL: folder, RELAY_OUTBOX: path.join(folder, '../outbox') })
    expect(await runPreflightChecks(config, book)).toEqual([expect.stringContaining('has 1 delivery pending')])
  })

  test('warns about NODE_EXTRA_CA_CERTS in the --env-file, because Node reads that file too late', async () => {
    const file = path.join(await temporaryFolder(), 'relay.env')
    await writeFile(file, 'RELAY_TARGETS=smtp webhook\nNODE_EXTRA_CA_CERTS=/etc/ca.pem\n')
    expect(listLateVariableWarnings([`--env-file=${file}`])).toEqual([expect.stringContaining('NODE_EXTRA_CA_CERTS')])
  })
})

describe('forms.json', () => {
  const book = createSiteForms()

  test('loads without changes after the build writes it', async () => {
    const file = path.join(await temporaryFolder(), 'forms.json')
    await writeFile(file, JSON.stringify(book))
    expect(loadSiteForms(file)).toEqual(book)
  })

  test.each([
    ['invalid JSON', '{', 'is not valid JSON'],
    ['no forms', JSON.stringify({ ...book, forms: {} }), 'needs at least one form'],
    [
      'a form without fields',
      JSON.stringify({ ...book, forms: { contact: { ...book.forms.contact, groups: [] } } }),
      'forms.contact.groups',
    ],
    [
      'an unknown property',
      JSON.stringify({ ...book, forms: { contact: { ...book.forms.contact, target: 'https://evil.example' } } }),
      'forms.contact',
    ],
    [
      'a form under the wrong key',
      JSON.stringify({ ...book, forms: { other: book.forms.contact } }),
      'formType is contact',
    ],
    ['a site without a URL', JSON.stringify({ ...book, site: { ...book.site, url: 'javascript:x' } }), 'site.url'],
  ])('is rejected if it has %s', (_name, text, expected) => {
    expect(problemsOf(() => parseSiteForms(text, 'forms.json')).join('\n')).toContain(expected)
  })

  test('is reported if it is missing, with instructions to create it', () => {
    expect(problemsOf(() => loadSiteForms('/nowhere/forms.json'))).toEqual([
      expect.stringMatching(/nowhere\/forms.json cannot be read \(ENOENT\).*site build/),
    ])
  })

  test('is rejected if a form has no target or a target lists an unknown form', () => {
    const config = readConfig({ RELAY_TARGETS: 'file:contact+other' })
    expect(problemsOf(() => checkFormTargets(config, book))).toHaveLength(7)
    expect(problemsOf(() => checkFormTargets(readConfig({}), book))).toEqual([])
  })
})
