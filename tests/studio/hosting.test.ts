import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { Router } from 'express'
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { parse } from 'yaml'
import { createHeaderRules } from '../../cli/build/headers.ts'
import { findStudioServer } from '../../cli/build/hosting/studio.ts'
import { writeHosting } from '../../cli/build/hosting/write-hosting.ts'
import { loadContent } from '../../cli/engine/load.ts'
import { projectRoot } from '../../cli/paths.ts'
import type { Content } from '../../src/collections/content.ts'
import { freePort } from '../behavior/web-servers.ts'
import { type Need, needs } from '../needs.ts'
import { until } from '../relay/until.ts'
import { createStudioFolder, serveStudio } from './serve-studio.ts'

afterEach(() => void vi.unstubAllEnvs())

/** Bytes. */
const LARGE = 50 << 20
const HOST = 'edit.harbor.example'
const NAMES = ['Caddyfile-studio', 'nginx-studio.conf', 'systemd/site-studio', 'systemd/site-studio@.service']

let content: Content
beforeAll(async () => {
  const loaded = await loadContent(path.join(import.meta.dirname, '..', 'sites', 'harbor'), {})
  if (!loaded.content) throw new Error('harbor has errors')
  content = loaded.content
})

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'hosting-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes the hosting files. @param port port of the studio; undefined for a site without one */
function write(port?: number): string {
  const folder = temporaryFolder()
  writeHosting(folder, createHeaderRules(content), content, port ? { host: HOST, port: String(port) } : undefined)
  return folder
}

const list = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll(path.sep, '/'))

describe('the generated configuration of the studio', () => {
  it('exists only for sites with a studio.yaml, and changes no other file', () => {
    const [without, withStudio] = [write(), write(4180)]
    expect(list(without).filter((name) => name.includes('studio'))).toEqual([])
    expect(
      list(withStudio)
        .filter((name) => !list(without).includes(name))
        .sort(),
    ).toEqual(NAMES)
    for (const name of list(without).filter((name) => /\.\w+$/.test(name)))
      expect(readFileSync(path.join(withStudio, name), 'utf8')).toBe(readFileSync(path.join(without, name), 'utf8'))
  })

  it('has the address in STUDIO_URL or, by default, edit. and the host name of the site', () => {
    const { folder, settings } = createStudioFolder()
    const find = (siteUrl: string) => findStudioServer(folder, siteUrl)
    expect(find('https://www.harbor.example')).toEqual({ host: HOST, port: '4180' })
    vi.stubEnv('STUDIO_URL', 'http://127.0.0.1:4180')
    expect(find('https://harbor.example')?.host).toBe(HOST)
    vi.stubEnv('STUDIO_URL', 'https://studio.harbor.example')
    vi.stubEnv('STUDIO_PORT', '5000')
    expect(find('https://harbor.example')).toEqual({ host: 'studio.harbor.example', port: '5000' })
    expect(findStudioServer(settings.content, 'https://harbor.example')).toBeUndefined()
  })
})

describe('the alert rules of the studio', () => {
  const file = path.join(projectRoot, 'deploy', 'prometheus', 'studio-alerts.yaml')
  const rules = parse(readFileSync(file, 'utf8')).groups[0].rules as {
    expr: string
    annotations: { runbook: string }
  }[]

  it('are accepted by Prometheus', needs('promtool'), () => {
    expect(execFileSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })).toContain(
      `${rules.length} rules found`,
    )
  })

  it('use metrics that a studio has, and refer to a section of the guide', async () => {
    const { port } = await serveStudio()
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const guide = readFileSync(path.join(projectRoot, 'docs', 'operators.md'), 'utf8')
    for (const { expr, annotations } of rules) {
      const [name = ''] = /\w+_\w+|up/.exec(expr) ?? []
      if (name !== 'up') expect(metrics).toContain(`# TYPE ${name} `)
      expect(annotations.runbook).toBe('docs/operators.md#set-up-the-studio')
    }
    expect(guide).toContain('\n## Set up the studio\n')
  })
})

interface Ports {
  http: number
  https: number
}

/** Writes nginx's configuration with the test's folder, ports and certificate, and returns its arguments. */
function configureNginx(hosting: string, folder: string, { http, https }: Ports): string[] {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'privkey.pem']
  const certificate = ['req', '-x509', ...key, '-out', 'fullchain.pem', '-subj', `/CN=${HOST}`]
  execFileSync('openssl', certificate, { cwd: folder, stdio: 'ignore' })
  const servers = readFileSync(path.join(hosting, 'nginx-studio.conf'), 'utf8')
    .replaceAll(`/etc/letsencrypt/live/${HOST}`, folder)
    .replaceAll(/listen \[::\]:.*/g, '')
    .replaceAll('listen 80;', `listen 127.0.0.1:${http};`)
    .replaceAll('listen 443', `listen 127.0.0.1:${https}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder};`)
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const file = path.join(folder, 'nginx.conf')
  const log = `access_log ${folder}/access.log;`
  writeFileSync(
    file,
    `${user} daemon off; pid ${folder}/pid; events {} http { ${log} ${temporary.join(' ')} ${servers} }`,
  )
  return ['-e', `${folder}/error.log`, '-c', file]
}

function configureCaddy(hosting: string, folder: string, { http, https }: Ports): string[] {
  const options = `admin off\nlocal_certs\nskip_install_trust\nhttp_port ${http}\nhttps_port ${https}\ndefault_bind 127.0.0.1`
  const file = path.join(folder, 'Caddyfile')
  writeFileSync(file, `{\n${options}\n}\n${readFileSync(path.join(hosting, 'Caddyfile-studio'), 'utf8')}`)
  return ['run', '--config', file, '--adapter', 'caddyfile']
}

const servers: { program: string; need: Need[]; configure: typeof configureNginx }[] = [
  { program: 'nginx', need: ['nginx', 'openssl'], configure: configureNginx },
  { program: 'caddy', need: ['caddy'], configure: configureCaddy },
]

describe.each(servers)('behind $program', ({ program, need, configure }) => {
  it('the studio signs people in over https and sends events at once', needs(...need), async () => {
    const ports = { http: await freePort(), https: await freePort() }
    let finish = () => {}
    let received = 0
    const studio = await serveStudio({
      settings: { url: new URL(`https://${HOST}:${ports.https}`) },
      routes: () => {
        const site = Router()
        site.get('/events', (_request, response) => {
          response.type('text/event-stream').write('data: first\n\n')
          finish = () => response.end()
        })
        site.post('/upload', async (request, response) => {
          for await (const part of request) received += part.length
          response.send('stored')
        })
        return { site }
      },
    })
    const folder = temporaryFolder()
    const args = configure(write(studio.port), folder, ports)
    const child: ChildProcess = spawn(program, args, { stdio: 'ignore', env: { ...process.env, HOME: folder } })
    onTestFinished(() => void child.kill('SIGKILL'))

    /** Returns the response and the first part of its body. */
    const send = (target: string, headers: Record<string, string> = {}, body?: string) =>
      new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
        const host = `${HOST}:${ports.https}`
        const sent = request({
          ...{ host: '127.0.0.1', port: ports.https, servername: HOST, rejectUnauthorized: false, agent: false },
          ...{ path: target, method: body === undefined ? 'GET' : 'POST', headers: { host, ...headers } },
        })
        sent.once('error', reject).once('response', (answer) => {
          const done = (text = '') => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
          answer.once('data', (chunk) => done(String(chunk))).once('end', () => done())
        })
        sent.end(body)
      })

    /** Sends 50 MB, until there is a response. Returns its status, or the code of the error if there is none. */
    const upload = (target: string, headers: Record<string, string>) =>
      new Promise<number | string | undefined>((resolve) => {
        const host = `${HOST}:${ports.https}`
        const sent = request({
          ...{ host: '127.0.0.1', port: ports.https, servername: HOST, rejectUnauthorized: false, agent: false },
          ...{ path: target, method: 'POST', headers: { host, ...headers } },
        })
        const body = Readable.from(Array.from({ length: LARGE >> 20 }, () => Buffer.alloc(1 << 20)))
        sent.once('response', (answer) => {
          body.destroy()
          sent.destroy()
          resolve(answer.statusCode)
        })
        sent.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
        body.pipe(sent)
      })

    await until(`${program} answers`, () => send('/@studio/sign-in').catch(() => undefined))
    const asked = await send('/@studio/sign-in', { 'x-forwarded-for': '192.0.2.7' })
    expect([asked.status, asked.headers['strict-transport-security']]).toEqual([
      200,
      expect.stringContaining('max-age'),
    ])
    const refused = await send('/@studio/sign-in/unknown', { 'x-forwarded-for': '192.0.2.7' })
    expect(refused.status).toBe(410)
    const events = readFileSync(path.join(studio.settings.data, 'studio.log'), 'utf8')
    expect(events).toContain('"network":"127.0.0.1"')
    const cookie = await studio.signIn('ada@example.com')
    expect((await send('/events', { cookie })).text).toBe('data: first\n\n')
    finish()
    // Bodies that are too large are neither passed on nor stored, whether or not their length is announced.
    for (const headers of [{ 'content-length': String(LARGE) }, { 'transfer-encoding': 'chunked' }]) {
      received = 0
      const refusal = await upload('/upload', { cookie, origin: studio.url.origin, ...headers })
      expect([413, 502, 'ECONNRESET', 'EPIPE']).toContain(refusal)
      expect(received).toBeLessThan(LARGE)
    }
    const texts = /(?:\.(?:pem|log|conf|json|key|crt)|pid|lock|Caddyfile)$/
    const stored = list(folder).map((name) => path.join(folder, name))
    expect(stored.filter((file) => statSync(file).isFile() && !texts.test(file))).toEqual([])
    expect((await send('/@studio/sign-out', { cookie, origin: studio.url.origin }, '')).status).toBe(303)
    expect((await send('/metrics')).status).toBe(401)
    if (program === 'nginx') expect(readFileSync(path.join(folder, 'access.log'), 'utf8')).not.toContain('unknown')
  })
})
