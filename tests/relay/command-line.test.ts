import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { ensureBundle } from '../../cli/build/bundle.mjs'
import { cleanEnvironment } from '../run-site.ts'
import { createHookReceiver } from './hook-receiver.ts'
import { readResponse, SUBMIT } from './http-fixture.ts'
import { createSiteForms } from './site-forms.ts'
import { temporaryFolder } from './spool-fixture.ts'
import { until } from './until.ts'

const CONTACT = { formType: 'contact', name: 'Ada', email: 'ada@mail.example', message: 'Hello' }

/** The compiled relay that operators run. It starts six times faster than the TypeScript sources. */
let program: string
beforeAll(async () => {
  program = path.join((await ensureBundle('relay')).folder, 'relay.js')
})

/** Prepares an environment for running the relay as an operator would. */
async function createOperator() {
  const folder = await temporaryFolder()
  const forms = path.join(folder, 'forms.json')
  await writeFile(forms, JSON.stringify(createSiteForms()))
  const env = {
    ...cleanEnvironment(),
    RELAY_FORMS: forms,
    RELAY_BIND: '127.0.0.1:0',
    RELAY_SPOOL: path.join(folder, 'spool'),
    RELAY_OUTBOX: path.join(folder, 'outbox'),
  }
  const run = (args: string[], more: NodeJS.ProcessEnv = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      cwd: folder,
      env: { ...env, ...more },
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }
  const start = async (more: NodeJS.ProcessEnv = {}) => {
    const child: ChildProcess = spawn(process.execPath, [program], {
      cwd: folder,
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let logged = ''
    child.stdout?.on('data', (chunk) => {
      logged += chunk
    })
    const address = await until('the relay listens', () => /"address":"([^"]+)"/.exec(logged)?.[1])
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    return { child, address, ended, logged: () => logged }
  }
  const post = async (address: string, more: object = {}) =>
    readResponse(
      await fetch(address + SUBMIT, {
        method: 'POST',
        body: JSON.stringify({ ...CONTACT, ...more }),
        headers: { 'content-type': 'application/json' },
      }),
    )
  return { run, start, post, folder, env }
}

test('an operator can start the relay, handle submissions, and stop it', async () => {
  const { run, start, post } = await createOperator()
  const relay = await start()
  const { json } = await post(relay.address)
  const spam = await post(relay.address, { _subject: 'x' })
  const list = JSON.parse(run(['list', '--place', 'spam', '--json']).stdout)
  expect(list).toMatchObject([{ id: spam.json.id, place: 'spam' }])
  expect(run(['release', spam.json.id]).status).toBe(0)
  await until('both deliveries', () => JSON.parse(run(['list', '--place', 'done', '--json']).stdout).length === 2)
  expect(run(['show', json.id]).stdout).toContain('ada@mail.example')
  expect(run(['export', json.id]).stdout).toContain('"formType":"contact"')
  expect(run(['verify']).status).toBe(0)
  expect(run(['test-send']).status).toBe(0)
  relay.child.kill('SIGTERM')
  expect(await relay.ended).toBe(0)
  expect(relay.logged()).toContain('"msg":"stopped"')
  expect(relay.logged()).not.toContain('ada@')
  expect(run(['drop', json.id]).status).toBe(0)
  expect(run(['show', json.id])).toMatchObject({ status: 3, stderr: expect.stringContaining('There is no submission') })
})

test('relay person needs one address, and reports an address that no submission has', async () => {
  const { run, start, post } = await createOperator()
  const relay = await start()
  const { json } = await post(relay.address)
  for (const command of ['export', 'erase']) {
    for (const [typed, message] of [
      [[], "missing required argument 'email'"],
      [['a@mail.example', 'b@mail.example'], 'too many arguments'],
      [['Ada <ada@mail.example>'], '"Ada <ada@mail.example>" is not an email address. Specify only the address'],
      [[''], '"" is not an email address'],
      [['a@mail.example,b@mail.example'], 'is not an email address'],
    ] as const)
      expect(run(['person', command, ...typed])).toMatchObject({ status: 2, stderr: expect.stringContaining(message) })
    expect(run(['person', command, 'nobody@mail.example'])).toEqual({
      ...{ status: 3, stdout: '' },
      stderr: 'No stored submission has the address nobody@mail.example.\n',
    })
  }
  expect(run(['person'])).toMatchObject({ status: 2, stderr: expect.stringContaining('erase [options] <email>') })
  expect(run(['person', 'export', 'ADA@mail.example']).stdout).toContain(json.id)
  expect(JSON.parse(run(['person', 'erase', 'ADA@mail.example', '--json']).stdout)).toMatchObject({
    ...{ email: 'ADA@mail.example', erased: false, submissions: [{ id: json.id }] },
  })
  expect(run(['person', 'erase', 'ADA@mail.example', '--yes'])).toMatchObject({
    ...{ status: 0, stdout: expect.stringContaining('1 submission deleted.') },
  })
  expect(run(['person', 'erase', 'ADA@mail.example', '--yes']).status).toBe(3)
  relay.child.kill('SIGTERM')
  await relay.ended
  expect(relay.logged()).not.toMatch(/ada@/i)
})

test('each type of error has its own exit code', async () => {
  const { run, start, folder } = await createOperator()
  expect(run(['start', '--check'])).toMatchObject({ status: 0, stdout: expect.stringContaining('7 forms') })
  expect(JSON.parse(run(['start', '--check', '--json']).stdout).targets).toEqual([{ name: 'file', kind: 'file' }])
  expect(run(['--help']).status).toBe(0)
  for (const args of [['show'], ['list', '--place', 'moon'], ['list', '--colour']]) expect(run(args).status).toBe(2)
  expect(run(['--version'])).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  expect(run(['lst'])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/unknown command 'lst'\s+\(Did you mean list\?\)/),
  })
  expect(run(['retry'])).toMatchObject({ status: 2, stderr: 'Specify one submission id or --all.\n' })
  const faults = run(['start'], { RELAY_BIND: 'x', RELAY_TARGETS: 'smtp', RELAY_FORMS: '/nowhere/forms.json' })
  expect(faults.status).toBe(78)
  for (const name of ['RELAY_BIND', 'SMTP_URL', 'SMTP_FROM', 'MAIL_TO', 'RELAY_FORMS: /nowhere/forms.json'])
    expect(faults.stderr).toContain(name)
  expect(faults.stderr).not.toMatch(/\bat .*\.[jt]s:\d+/)
  await writeFile(path.join(folder, 'bad.json'), '{}')
  expect(run(['start'], { RELAY_FORMS: path.join(folder, 'bad.json') }).status).toBe(78)
  expect(run(['list']).status).toBe(3)
  const relay = await start()
  expect(run(['start'])).toMatchObject({ status: 3, stderr: expect.stringContaining('in use') })
  expect(
    run(['start'], { RELAY_SPOOL: path.join(folder, 'other'), RELAY_BIND: new URL(relay.address).host }).status,
  ).toBe(3)
  await mkdir(path.join(folder, 'spool/corrupt/01a1fc40-36b4-73fd-b2e8-6bfddcdcf0e1'), { recursive: true })
  expect(run(['verify']).status).toBe(1)
})

test('the first command in the README is a valid configuration', async () => {
  const { run, env } = await createOperator()
  const readme = await readFile(path.join(import.meta.dirname, '../../relay/README.md'), 'utf8')
  const [, command = ''] = /```sh\n(.*?)```/s.exec(readme) ?? []
  const settings = Object.fromEntries([...command.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]))
  expect(settings).toMatchObject({ RELAY_FORMS: 'dist/relay/forms.json' })
  expect(run(['start', '--check'], { ...settings, RELAY_FORMS: env.RELAY_FORMS })).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('The configuration is valid'),
  })
})

test('no output of the relay contains the URL path, headers or secret of an http target', async () => {
  const { start, post, folder, env: operator } = await createOperator()
  const secrets = [
    'Hush-path',
    'Hush-query',
    'Hush-token',
    'Hush-user',
    Buffer.from('Hush'.repeat(8)).toString('base64'),
  ]
  const broken = await createHookReceiver((response) => response.writeHead(404).end())
  const redirecting = await createHookReceiver((response, { path }) =>
    response.writeHead(302, { location: path }).end(),
  )
  const urlOf = (url: string) => `${url.replace('://', '://Hush-user:Hush-token@')}/Hush-path?key=Hush-query`
  const env = {
    RELAY_TARGETS: 'broken=http redirecting=http down=http private=http',
    HTTP_URL_BROKEN: urlOf(broken.url),
    HTTP_URL_REDIRECTING: urlOf(redirecting.url),
    HTTP_URL_DOWN: urlOf('https://127.0.0.1:1'),
    HTTP_URL_PRIVATE: urlOf('http://127.0.0.1:2'),
    HTTP_ALLOW_PRIVATE: 'true',
    HTTP_ALLOW_PRIVATE_PRIVATE: 'false',
    HTTP_HEADERS: 'Authorization: Bearer Hush-token',
    HTTP_SECRET: `whsec_${secrets.at(-1)}`,
    HTTP_BODY: '{"token": "Hush-token", "text": "{_answers}"}',
  }
  const relay = await start(env)
  const { json } = await post(relay.address)
  // Runs commands without blocking this process, which answers their requests.
  const runWith = async (args: string[], more: NodeJS.ProcessEnv = {}): Promise<string> => {
    const child = spawn(process.execPath, [program, ...args], { cwd: folder, env: { ...operator, ...env, ...more } })
    const parts = await Promise.all([child.stdout, child.stderr].map((stream) => stream.setEncoding('utf8').toArray()))
    return parts.flat().join('')
  }
  await until('all attempts', async () => {
    const { deliveries } = JSON.parse(await runWith(['show', json.id, '--json'])) as { deliveries: { tries: number }[] }
    return deliveries.every(({ tries }) => tries > 0)
  })
  const outputs = await Promise.all([
    runWith(['start', '--check'], { HTTP_ALLOW_PRIVATE_PRIVATE: 'true' }),
    runWith(['start', '--check']),
    runWith(['start'], { HTTP_BODY: '{"token": "Hush-token", "a": "{nothing}"}' }),
    ...[['list'], ['show', json.id], ['show', json.id, '--json'], ['export']].map((args) => runWith(args)),
    ...[
      ['doctor', '--no-dns'],
      ['test-send', '--json', '--form', 'contact'],
    ].map((args) => runWith(args)),
  ])
  const metrics = await (await fetch(`${relay.address}/metrics`)).text()
  relay.child.kill('SIGTERM')
  await relay.ended
  const all = [...outputs, metrics, relay.logged()].join('\n')
  expect(broken.calls[0]?.path).toContain('Hush-path')
  expect(broken.calls[0]?.headers.authorization).toBe('Bearer Hush-token')
  for (const text of [
    'targets broken,',
    'is in a private network',
    '{nothing}',
    'HTTP 404',
    'HTTP 302',
    'ECONNREFUSED',
  ])
    expect(all).toContain(text)
  expect(all).toContain(`${new URL(broken.url).host} responds`)
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([])
})
