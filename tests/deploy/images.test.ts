import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { projectRoot } from '../../cli/paths.ts'
import { relaySettings } from '../../relay/config.ts'
import { mapSettings } from '../../relay/settings.ts'
import { needs } from '../needs.ts'
import { until } from '../relay/until.ts'
import { cleanEnvironment } from '../run-site.ts'

const file = readFileSync(path.join(projectRoot, 'deploy', 'Dockerfile'), 'utf8')
const [, ...stages] = file
  .replace(/^#.*\n/gm, '')
  .replaceAll('\\\n', ' ')
  .split(/^FROM (?=.* AS )/m)
/** Returns a function that lists an instruction's arguments in a Dockerfile stage. */
const stage = (name: string) => {
  const lines = stages.find((text) => text.split('\n')[0]?.endsWith(` AS ${name}`))?.split('\n') ?? []
  return (instruction: string) =>
    lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1).trim())
}
const out = inject('out')
let image: string
/** Maps image paths to a local folder, and the image's user to the current user. */
const toLocal = (text: string) =>
  text
    .replaceAll(/(?<=^|[ '"=])(?=\/(?:var|opt|srv|data|config)\b)/g, image)
    .replace('-o node -g node', '')
    .replace('1000:1000', String(userInfo().uid))
const parseArgs = (instruction: string): string[] => JSON.parse(instruction).map(toLocal)
const run = (commands: string[]) => {
  for (const command of commands) execFileSync('sh', ['-euc', toLocal(command)])
}
beforeAll(() => {
  image = mkdtempSync(path.join(tmpdir(), 'image-'))
})
afterAll(() => rmSync(image, { recursive: true }))

describe('the relay image', () => {
  const relay = stage('relay')

  test('starts with its built-in settings, reports its health, and exits with 0 on SIGTERM', async () => {
    run(relay('RUN'))
    expect((statSync(path.join(image, 'var/lib/relay')).mode & 0o777).toString(8)).toBe('700')
    cpSync(path.join(out, 'relay'), path.join(image, 'opt/relay'), { recursive: true })
    const variables = Object.fromEntries(relay('ENV').flatMap((line) => line.split(/\s+/).map((set) => set.split('='))))
    const env = Object.fromEntries(Object.entries<string>(variables).map(([name, value]) => [name, toLocal(value)]))
    const program = [...parseArgs(relay('ENTRYPOINT')[0] ?? ''), ...parseArgs(relay('CMD')[0] ?? '')]
    // Uses free ports, because the image's ports may be in use on this machine.
    const child = spawn(program[0] ?? '', program.slice(1), {
      cwd: toLocal(relay('WORKDIR')[0] ?? ''),
      env: { ...cleanEnvironment(), ...env, RELAY_BIND: '127.0.0.1:0', RELAY_ADMIN_BIND: '127.0.0.1:0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let logged = ''
    child.stdout.on('data', (chunk) => {
      logged += chunk
    })
    const ended = once(child, 'exit')
    try {
      await until('the relay has started', () => logged.includes('"started"'))
      const admin = /"address":"http:\/\/([^"]+)","msg":"admin"/.exec(logged)?.[1] ?? ''
      const health = JSON.parse(/CMD (\[.*\])$/.exec(relay('HEALTHCHECK')[0] ?? '')?.[1] ?? '')
      const healthy = () =>
        spawnSync(
          health[0],
          health.slice(1).map((word: string) => word.replace(variables.RELAY_ADMIN_BIND, admin)),
        ).status
      expect(healthy()).toBe(0)
      child.kill('SIGTERM')
      expect((await ended)[0]).toBe(0)
      expect(healthy()).toBe(1)
    } finally {
      child.kill('SIGKILL')
    }
  })

  test('runs as an unprivileged user, stores its data in a volume, and contains no secret', () => {
    expect(relay('USER')).toEqual(['node'])
    expect(relay('VOLUME')).toEqual(['/var/lib/relay'])
    expect(file).not.toMatch(/^ARG|PASSWORD|SECRET|SMTP_URL/m)
    const ignored = readFileSync(path.join(projectRoot, '.dockerignore'), 'utf8').split('\n')
    for (const pattern of ['.git', '**/*.env', 'deploy/database-password', 'spool', 'outbox'])
      expect(ignored).toContain(pattern)
  })
})

test('Caddy accepts the configuration of the site image', needs('caddy'), () => {
  const site = stage('site')
  for (const folder of ['srv', 'data', 'config']) mkdirSync(path.join(image, folder))
  cpSync(path.join(out, 'hosting'), path.join(image, 'srv/hosting'), { recursive: true })
  run(site('RUN'))
  const [, , ...args] = parseArgs(site('CMD')[0] ?? '')
  const adapted = JSON.parse(
    execFileSync('caddy', ['adapt', ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  )
  const roots = JSON.stringify(adapted).match(/"root":"[^"]+"/g)
  // A RUN instruction in the image has replaced the paths used on servers.
  expect([...new Set(roots)]).toEqual(['"root":"/srv/site"'])
})

describe('compose.yaml', () => {
  const { services, volumes, secrets } = parse(readFileSync(path.join(projectRoot, 'deploy', 'compose.yaml'), 'utf8'))
  const all = Object.entries<Record<string, never>>(services)

  test('runs every service with minimal privileges', () => {
    for (const [name, service] of all) {
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'], restart: 'unless-stopped' })
      expect(service.security_opt, name).toEqual(['no-new-privileges:true'])
      expect(service.user ?? stage(name)('USER')[0], name).not.toMatch(/^(?:root|0|)$/)
      expect(service.healthcheck ?? stage(name)('HEALTHCHECK')[0], name).toBeTruthy()
    }
    // Only the site publishes ports.
    expect(all.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['site'])
    expect(services.database.profiles).toEqual(['postgres'])
  })

  test('refers only to image stages, volumes, secrets and settings that exist', () => {
    const mounts = all.flatMap(([, entry]) => ((entry.volumes ?? []) as string[]).map((volume) => volume.split(':')))
    expect(mounts.map(([name]) => name).sort()).toEqual(Object.keys(volumes).sort())
    expect(services.database.secrets).toEqual(Object.keys(secrets))
    expect(mounts).toContainEqual(['spool', ...stage('relay')('VOLUME')])
    const known: string[] = []
    mapSettings(relaySettings, ({ variable }) => known.push(variable))
    const image = stage('relay')('ENV').flatMap((line) => line.match(/RELAY_\w+/g) ?? [])
    for (const name of [...Object.keys(services.relay.environment), ...image])
      expect([...known, 'RELAY_OUTBOX']).toContain(name)
    expect(Object.keys(services.site.environment)).toEqual(['RELAY_ADDRESS'])
    expect(readFileSync(path.join(out, 'hosting', 'Caddyfile-relay'), 'utf8')).toContain('{$RELAY_ADDRESS:')
    expect(services.site.environment.RELAY_ADDRESS).toBe(`relay:${stage('relay')('EXPOSE')[0]}`)
  })
})
