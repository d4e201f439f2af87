import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ensureBundle } from '../../cli/build/bundle.mjs'
import { renderCaddyRelay } from '../../cli/build/hosting/caddy.ts'
import { renderNginxRelay, renderNginxServer } from '../../cli/build/hosting/nginx.ts'
import { deriveServerNames } from '../../cli/build/hosting/server-values.ts'
import { writeSystemdUnits } from '../../cli/build/hosting/write-hosting.ts'
import { createJournalStream, createLogger } from '../../relay/monitoring/log.ts'
import { needs } from '../needs.ts'
import { cleanEnvironment } from '../run-site.ts'
import { SUBMIT } from './http-fixture.ts'
import { fdOf, PASSED } from './passed-fd.ts'
import { createSiteForms } from './site-forms.ts'
import { commitOne, createSpoolFixture, temporaryFolder } from './spool-fixture.ts'
import { until } from './until.ts'

const units = mkdtempSync(path.join(tmpdir(), 'units-'))
writeSystemdUnits(units, { host: 'northshelf.example', relay: 'relay', port: 8787, timeZone: 'America/New_York' }, true)
afterAll(() => rmSync(units, { recursive: true, force: true }))
const services = ['relay', 'relay-backup', 'relay-canary', 'site-nightly@', 'site-studio@']
const timers = ['relay-backup', 'relay-canary', 'site-nightly@']

/** Returns the values of a key in a unit. */
function linesOf(unit: string, key: string): string[] {
  const text = readFileSync(path.join(units, unit), 'utf8')
  return [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)
}

test('the unit files of an earlier name of the relay are removed', async () => {
  const folder = await temporaryFolder()
  const values = { host: 'northshelf.example', port: 8787, timeZone: 'America/New_York' }
  for (const relay of ['forms', 'relay']) writeSystemdUnits(folder, { ...values, relay }, true)
  expect(readdirSync(folder)).toEqual(readdirSync(units))
})

describe('systemd', needs('systemd'), () => {
  test('accepts every line of the unit files', async () => {
    const folder = await temporaryFolder()
    for (const name of readdirSync(units).filter((name) => name.includes('.'))) {
      // Replaces the programs, which may not exist on this machine.
      const text = readFileSync(path.join(units, name), 'utf8').replace(/^(Exec\w+=\+?)\S+/gm, '$1/bin/true')
      writeFileSync(path.join(folder, name), text)
    }
    const names = [
      'relay.socket',
      ...services.map((name) => `${name}.service`),
      ...timers.map((name) => `${name}.timer`),
    ]
    const files = names.map((name) => path.join(folder, name))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], { encoding: 'utf8' })
    // The command also checks the units that these units require. Errors in required units are ignored.
    expect(stderr.split('\n').filter((line) => line.includes(folder))).toEqual([])
    expect(status).toBe(0)
  })

  // Exposure scores from `systemd-analyze security`, from 0 (not exposed) to 100.
  test.each([
    ['relay', 15],
    ['relay-backup', 8],
    ['relay-canary', 15],
    ['site-nightly@', 20],
    ['site-studio@', 20],
  ])('gives the service %s a security exposure score of at most %i out of 100', (name, most) => {
    const args = [
      'security',
      '--offline=true',
      '--no-pager',
      `--threshold=${most}`,
      path.join(units, `${name}.service`),
    ]
    const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
  })
})

test('the scripts of the systemd units pass shellcheck', needs('shellcheck'), () => {
  const scripts = readdirSync(units).filter((name) => !name.includes('.'))
  expect(spawnSync('shellcheck', scripts, { cwd: units, encoding: 'utf8' }).stdout).toBe('')
})

describe('the systemd units', () => {
  let program: string
  beforeAll(async () => {
    program = path.join((await ensureBundle('relay')).folder, 'relay.js')
  })

  test('start the relay from the current release with its settings and its socket', async () => {
    const server = await temporaryFolder()
    const relay = path.join(server, 'var/www/northshelf.example/releases/20261123T142501Z/relay')
    mkdirSync(relay, { recursive: true })
    symlinkSync('releases/20261123T142501Z', path.join(relay, '../../../current'))
    copyFileSync(program, path.join(relay, 'relay.js'))
    writeFileSync(path.join(relay, 'package.json'), '{"type":"module"}')
    writeFileSync(path.join(relay, 'forms.json'), JSON.stringify(createSiteForms()))
    mkdirSync(path.join(server, 'etc'))
    mkdirSync(path.join(server, 'var/lib/relay'), { recursive: true })
    const settings = `RELAY_SPOOL=${server}/var/lib/relay/spool\nRELAY_OUTBOX=${server}/var/lib/relay/outbox\n`
    writeFileSync(path.join(server, 'etc/relay.env'), settings)
    const [address = ''] = linesOf('relay.socket', 'ListenStream')
    const listening = net.createServer().listen(0, address.split(':')[0])
    await once(listening, 'listening')
    const { port } = listening.address() as net.AddressInfo
    const [command = ''] = linesOf('relay.service', 'ExecStart')
    const args = command.replace('/usr/bin/node', process.execPath).replaceAll(/(?<=[ =])(?=\/(?:etc|var)\/)/g, server)
    const journal = path.join(server, 'journal')
    const stdout = openSync(journal, 'w')
    const { dev, ino } = fstatSync(stdout)
    const child = spawn('sh', ['-c', PASSED, ...args.split(' ')], {
      cwd: '/',
      env: { ...cleanEnvironment(), JOURNAL_STREAM: `${dev}:${ino}` },
      stdio: ['ignore', stdout, 'inherit', fdOf(listening)],
    })
    closeSync(stdout)
    onTestFinished(() => void child.kill('SIGKILL'))
    listening.close()
    const ended = once(child, 'exit')
    const headers = { 'content-type': 'application/json', connection: 'close' }
    const body = JSON.stringify({ formType: 'contact', name: 'Ada', email: 'ada@mail.example', message: 'Hello' })
    // The request waits in the socket until the relay starts.
    expect((await fetch(`http://127.0.0.1:${port}${SUBMIT}`, { method: 'POST', headers, body })).status).toBe(202)
    await until('the submission is delivered', () => readdirSync(path.join(server, 'var/lib/relay')).includes('outbox'))
    child.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
    // Each line begins with a priority prefix, which journald removes.
    const lines = readFileSync(journal, 'utf8').trim().split('\n')
    expect(lines.find((line) => line.includes('started'))).toMatch(/^<6>\{"level":30,/)
    expect(lines.filter((line) => !/^<[67]>\{/.test(line))).toEqual([])
  })

  test('log the reason as an error in the journal if the relay does not start', async () => {
    const stderr = openSync(path.join(await temporaryFolder(), 'journal'), 'w+')
    onTestFinished(() => closeSync(stderr))
    const { dev, ino } = fstatSync(stderr)
    const wrong = { RELAY_BIND: 'foo', RELAY_INBOX: 'perhaps', RELAY_FORMS: '/nowhere' }
    const env = { ...cleanEnvironment(), ...wrong, JOURNAL_STREAM: `${dev}:${ino}` }
    expect(spawnSync(process.execPath, [program], { env, stdio: ['ignore', 'pipe', stderr] }).status).toBe(78)
    const output = Buffer.alloc(1000)
    const lines = output
      .toString('utf8', 0, readSync(stderr, output, { position: 0 }))
      .trim()
      .split('\n')
    expect(lines).toHaveLength(4)
    expect(lines.every((line) => line.startsWith('<3>'))).toBe(true)
  })

  test('create private backups that can be restored, and delete the oldest backups', async () => {
    const { folder: spool, open, clock } = await createSpoolFixture()
    const store = await open()
    const id = await commitOne(store, clock.now())
    const backups = await temporaryFolder()
    const [command = ''] = linesOf('relay-backup.service', 'ExecStart')
    const args = command
      .replace('/usr/local/bin', units)
      .replace('/var/lib/relay/spool', spool)
      .replace('/var/backups/relay', backups)
      .split(' ')
    const keep = Number(args.at(-1))
    for (let day = 1; day <= keep; day++)
      writeFileSync(path.join(backups, `relay-202610${String(day).padStart(2, '0')}T032000Z.tgz`), '')
    const { status, stderr } = spawnSync('sh', ['-c', 'umask 022; exec "$0" "$@"', ...args], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    const kept = readdirSync(backups).sort()
    expect(kept).toHaveLength(keep)
    expect(kept).not.toContain('relay-20261001T032000Z.tgz')
    const made = path.join(backups, kept.at(-1) ?? '')
    expect((statSync(made).mode & 0o777).toString(8)).toBe('600')
    const again = await temporaryFolder()
    expect(spawnSync('tar', ['-xpzf', made, '-C', again]).status).toBe(0)
    const restored = await createSpoolFixture({ folder: again })
    expect((await (await restored.open()).read(id))?.envelope.id).toBe(id)

    await store.erase([id])
    // The second run finds the records of the first.
    for (let runs = 0; runs < 2; runs++) expect(spawnSync('sh', args).status).toBe(0)
    expect(readdirSync(path.join(backups, 'erased'))).toEqual([id])
    expect((statSync(path.join(backups, 'erased')).mode & 0o777).toString(8)).toBe('700')
  })

  test('share no name, port or folder with the units of a second site on the same server', () => {
    const other = mkdtempSync(path.join(tmpdir(), 'units-'))
    onTestFinished(() => rmSync(other, { recursive: true, force: true }))
    const harbor = deriveServerNames({
      url: 'https://harbor.example',
      relay: { address: '', name: 'harbor', port: 8788 },
    })
    writeSystemdUnits(other, harbor, true)
    expect(renderNginxServer([], harbor)).toContain('upstream harbor {\n  server 127.0.0.1:8788;')
    expect(renderNginxRelay([], 0, harbor)).toContain('proxy_pass http://harbor;')
    expect(renderCaddyRelay([], harbor)).toContain(':127.0.0.1:8788}')
    // These units are for the site whose host name follows the @, and the script takes the host name.
    const shared = ['site-nightly@.service', 'site-nightly@.timer', 'site-studio', 'site-studio@.service']
    expect(readdirSync(other).filter((name) => readdirSync(units).includes(name))).toEqual(shared)
    const valuesOf = (folder: string, name: string): string[] =>
      readFileSync(path.join(folder, name), 'utf8')
        .replace(/^#.*/gm, '')
        .match(/(?<=^(?:User|StateDirectory|Requires|ListenStream)=).*|\/(?:etc|var|usr\/local)\/[^ ;]+/gm) ?? []
    for (const name of readdirSync(units).filter((name) => !shared.includes(name))) {
      const mine = valuesOf(units, name)
      const theirs = valuesOf(other, name.replace('relay', 'harbor'))
      expect(theirs).toHaveLength(mine.length)
      expect(theirs.filter((value) => mine.includes(value))).toEqual([])
    }
  })

  test('use only existing project commands to build and deploy', () => {
    const [build = '', deploy = ''] = linesOf('site-nightly@.service', 'ExecStart')
    expect(build).toBe('/usr/bin/npm run site -- build --best')
    expect(deploy).toBe('/srv/%i/dist/hosting/deploy /var/www/%i')
  })
})

test('every log level maps to a journal priority', () => {
  const lines: string[] = []
  const log = createLogger(createJournalStream({ write: (line) => void lines.push(line) }), 'trace')
  for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const) log[level]('message')
  expect(lines.map((line) => line.slice(0, 3))).toEqual(['<3>', '<3>', '<4>', '<6>', '<7>', '<7>'])
  expect(lines.every((line) => JSON.parse(line.slice(3)).msg === 'message')).toBe(true)
})
