import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { ensureBundle } from '../../cli/build/bundle.mjs'
import { cleanEnvironment } from '../run-site.ts'
import { pdf } from './documents.ts'
import { APPLY, SUBMIT } from './http-fixture.ts'
import { fdOf, PASSED } from './passed-fd.ts'
import { field, multipart, rawPost, rawRequest } from './raw-request.ts'
import { createSiteForms } from './site-forms.ts'
import { temporaryFolder } from './spool-fixture.ts'
import { until } from './until.ts'

let program: string
beforeAll(async () => {
  program = path.join((await ensureBundle('relay')).folder, 'relay.js')
})

/**
 * Creates a listening socket and an environment for a relay. After `listening.close()`, only the relay accepts
 * connections.
 */
async function createStarter(host = '127.0.0.1') {
  const folder = await temporaryFolder()
  const forms = path.join(folder, 'forms.json')
  await writeFile(forms, JSON.stringify(createSiteForms()))
  const listening = net.createServer().listen(0, host)
  onTestFinished(() => void listening.close())
  await once(listening, 'listening')
  const { port } = listening.address() as net.AddressInfo
  const env = {
    ...cleanEnvironment(),
    RELAY_FORMS: forms,
    RELAY_SPOOL: path.join(folder, 'spool'),
    RELAY_OUTBOX: path.join(folder, 'outbox'),
    RELAY_POSTS_PER_MINUTE: '0',
  }
  /** @param passed file descriptor that the relay inherits as descriptor 3 */
  const run = (args: string[], passed: number, more: NodeJS.ProcessEnv = {}, sh = PASSED) =>
    spawnSync('sh', ['-c', sh, process.execPath, program, ...args], {
      ...{ cwd: folder, env: { ...env, ...more }, encoding: 'utf8' },
      stdio: ['ignore', 'pipe', 'pipe', passed],
    })
  return { folder, env, listening, port, run }
}

/** Restarts the relay with the socket whenever it exits, as systemd does with Restart=always. */
async function supervise({ env, folder, listening, port }: Awaited<ReturnType<typeof createStarter>>) {
  const loop = `while sh -c 'echo "{\\"pid\\":$$}"; ${PASSED}' "$0" "$@"; do :; done`
  const shell = spawn('sh', ['-c', loop, process.execPath, program], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit', fdOf(listening)],
  })
  onTestFinished(() => void process.kill(-(shell.pid as number), 'SIGKILL'))
  listening.close()
  let logged = ''
  shell.stdout?.on('data', (chunk) => {
    logged += chunk
  })
  const count = (text: string) => logged.split(text).length - 1
  return {
    address: `http://127.0.0.1:${port}`,
    logged: () => logged,
    count,
    started: (times: number) => until('the relay has started', () => count('"msg":"started"') === times),
    pid: () => Number(logged.match(/(?<="pid":)\d+/g)?.at(-1)),
  }
}

/** Submits a form over a new connection, as nginx does. @returns the id of the submission */
function post(address: string, message: string): Promise<string> {
  const body = JSON.stringify({ formType: 'contact', name: 'Ada', email: 'ada@mail.example', message })
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const request = http.request(address + SUBMIT, { method: 'POST', agent: false, headers }, async (answer) => {
      const text = (await answer.setEncoding('utf8').toArray()).join('')
      if (answer.statusCode === 202) resolve(JSON.parse(text).id)
      else reject(new Error(`${answer.statusCode} ${text}`))
    })
    request.on('error', reject).end(body)
  })
}

test('a relay that restarts with an inherited socket refuses no connections and loses no submissions', async () => {
  const starter = await createStarter()
  const relay = await supervise(starter)
  const ids: string[] = []
  let posting = true
  const clients = Promise.all(
    Array.from({ length: 4 }, async (_, client) => {
      for (let times = 0; posting; times++) ids.push(await post(relay.address, `${client}.${times}`))
    }),
  )
  // Prevents an unhandled rejection. The test awaits `clients` below.
  clients.catch(() => {})
  const texts = { name: 'Ada', email: 'ada@mail.example', phone: '555 0100', location: 'Oslo' }
  const job = { jobTitle: 'Analyst', jobDepartment: 'Data' }
  const head = 'Content-Disposition: form-data; name="resume"; filename="cv.pdf"\r\n\r\n'
  const body = multipart('B', [
    ...Object.entries({ ...texts, ...job }).map(([name, value]) => field(name, value)),
    Buffer.concat([Buffer.from(head), pdf(300_000)]),
  ])
  const upload = rawPost(APPLY, { 'content-type': 'multipart/form-data; boundary=B' }, body)
  for (let restart = 1; restart <= 3; restart++) {
    await relay.started(restart)
    const before = ids.length
    await until('more submissions are accepted', () => ids.length > before + 20)
    const { status, text } = await rawRequest(relay.address, async (socket) => {
      socket.write(upload.subarray(0, 100_000))
      const folder = path.join(starter.env.RELAY_SPOOL, 'tmp')
      const bytes = async () => (await readdir(folder, { recursive: true })).some((name) => name.endsWith('.bin'))
      await until('the upload has begun', () => bytes().catch(() => false))
      process.kill(relay.pid(), 'SIGTERM')
      await until('the relay stops', () => relay.count('"msg":"stopping"') === restart)
      socket.write(upload.subarray(100_000))
    })
    expect(status).toBe(202)
    ids.push(JSON.parse(text.split('\r\n\r\n')[1] ?? '').id)
  }
  await relay.started(4)
  posting = false
  await clients
  expect(relay.logged()).toContain(`"address":"${relay.address}","passed":true`)
  expect(relay.logged()).not.toMatch(/"level":[56]0/)
  expect(new Set(ids).size).toBe(ids.length)
  const outbox = async () => (await readdir(starter.env.RELAY_OUTBOX)).filter((name) => name.endsWith('.json'))
  await until('all submissions are delivered', async () => (await outbox()).length >= ids.length)
  expect((await outbox()).sort()).toEqual(ids.map((id) => `${id}.json`).sort())
  const { stdout } = starter.run(
    ['doctor', '--no-dns'],
    0,
    { RELAY_BIND: new URL(relay.address).host },
    'exec "$0" "$@"',
  )
  expect(stdout).toContain(`${new URL(relay.address).host} responds, on a passed socket`)
  const elsewhere = starter.run(['doctor', '--no-dns'], 0, { RELAY_BIND: '127.0.0.1:9' }, 'exec "$0" "$@"')
  expect(elsewhere.stdout).toMatch(/^warn +address +127\.0\.0\.1:9 does not respond/m)
})

test('settings that depend on the listening address use the address of the inherited socket', async () => {
  const { run, listening, port } = await createStarter()
  const bind = { host: '127.0.0.1', port, fd: 3 }
  const checked = run(['start', '--check', '--json'], fdOf(listening), {
    RELAY_BIND: '0.0.0.0:80',
    RELAY_INBOX: 'true',
  })
  expect(JSON.parse(checked.stdout)).toMatchObject({
    bind,
    trustProxy: 1,
    warnings: [`RELAY_BIND is ignored: the relay inherited a socket that listens on 127.0.0.1:${port}.`],
  })
  const { stdout } = run(['start', '--check'], fdOf(listening))
  expect(stdout).toContain(`, passed socket 127.0.0.1:${port}.`)
  const all = await createStarter('::')
  const { bind: everywhere, trustProxy } = JSON.parse(
    all.run(['start', '--check', '--json'], fdOf(all.listening)).stdout,
  )
  expect([everywhere, trustProxy]).toEqual([{ host: '::', port: all.port, fd: 3 }, 0])
  const open = await createStarter('0.0.0.0')
  const { status, stderr } = open.run(['start', '--check'], fdOf(open.listening), { RELAY_INBOX: 'true' })
  expect([status, stderr]).toEqual([78, expect.stringContaining('RELAY_INBOX requires RELAY_BIND on loopback')])
})

test('a relay inherits only a single listening TCP socket, and ignores sockets meant for another process', async () => {
  const { run, listening, folder, port } = await createStarter()
  const connected = net.connect(port, '127.0.0.1')
  onTestFinished(() => void connected.destroy())
  await once(connected, 'connect')
  const file = openSync('/dev/null', 'r')
  onTestFinished(() => closeSync(file))
  const unix = net.createServer().listen(path.join(folder, 'sock'))
  onTestFinished(() => void unix.close())
  await once(unix, 'listening')
  for (const other of [file, fdOf(connected), fdOf(unix)]) {
    const { status, stderr } = run(['start'], other)
    expect(stderr).toContain('file descriptor 3 is not a listening TCP socket')
    expect(status).toBe(78)
  }
  const two = run(['start'], fdOf(listening), {}, PASSED.replace('LISTEN_FDS=1', 'LISTEN_FDS=2'))
  expect(two.stderr).toContain('LISTEN_FDS is 2, but the relay accepts one socket')
  const others = run(
    ['start', '--check', '--json'],
    fdOf(listening),
    {},
    PASSED.replace('LISTEN_PID=$$', 'LISTEN_PID=1'),
  )
  expect(JSON.parse(others.stdout).bind).toEqual({ host: '127.0.0.1', port: 8787 })
})
