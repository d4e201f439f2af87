import { chownSync, cpSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { needs } from '../needs.ts'
import { until } from '../relay/until.ts'
import { copyPrograms, createContainers } from './containers.ts'

/** As in deploy/compose.yaml. */
const PRIVILEGES = ['--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges']

describe('the container images', needs('containers', 'caddy'), () => {
  const containers = createContainers()
  const { podman } = containers
  afterAll(() => containers.remove())

  /** Builds both images from deploy/Dockerfile. This machine's programs replace the base images and the build stage. */
  beforeAll(() => {
    const base = path.join(containers.folder, 'base')
    copyPrograms(base, [process.execPath, '/usr/bin/install', '/usr/bin/caddy'])
    for (const folder of ['srv', 'data', 'config']) mkdirSync(path.join(base, folder))
    const scratch = 'FROM scratch\nCOPY . /\nENV PATH=/bin\n'
    for (const image of ['node:20-slim', 'caddy:2-alpine'])
      containers.build(`docker.io/library/${image}`, scratch, base)
    const built = path.join(containers.folder, 'built')
    cpSync(inject('out'), path.join(built, 'app', 'dist'), { recursive: true })
    containers.build('localhost/built', scratch, built)
    const file = readFileSync(path.join(projectRoot, 'deploy', 'Dockerfile'), 'utf8')
    const stages = file.replace(/^FROM node:20-slim AS build\n[\s\S]*?(?=^FROM )/m, 'FROM localhost/built AS build\n')
    for (const target of ['relay', 'site']) containers.build(`localhost/${target}`, stages, built, `--target=${target}`)
  })

  const inContainer = (name: string, code: string) => podman('exec', name, 'node', '-e', code).output.trim()

  it('run a relay that reports its health, delivers a submission and exits with 0 when stopped', async () => {
    const data = path.join(containers.folder, 'data')
    mkdirSync(data)
    chownSync(data, 1000, 1000)
    const started = containers.start('relay', 'localhost/relay', ...PRIVILEGES, `--volume=${data}:/var/lib/relay`)
    expect(started.status, readFileSync(containers.errors, 'utf8')).toBe(0)
    await until('the relay is healthy', () => podman('healthcheck', 'run', 'relay').status === 0)
    const lead = { formType: 'contact', name: 'Ada', email: 'ada@brand.example', message: 'Good bread' }
    const post = `fetch('http://127.0.0.1:8787/functions/v1/send-form-submission', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(lead))},
    }).then(({ status }) => console.log(status))`
    expect(inContainer('relay', post)).toBe('202')
    const list = "console.log(fs.readdirSync('/var/lib/relay/outbox').join())"
    await until('the message', () => inContainer('relay', list).includes('.eml'))
    podman('stop', '--time', '60', 'relay')
    expect(podman('inspect', 'relay', '--format', '{{.State.ExitCode}}').output.trim()).toBe('0')
  })

  it('check settings when the container is given a command', () => {
    const { status, output } = containers.run('localhost/relay', PRIVILEGES, 'start', '--check')
    expect(status).toBe(0)
    expect(output).toContain('The configuration is valid')
  })

  it('serve the site over HTTPS', async () => {
    const options = ['--cap-add=NET_BIND_SERVICE', '--env=RELAY_ADDRESS=relay:8787']
    const started = containers.start('site', 'localhost/site', ...PRIVILEGES, ...options)
    expect(started.status, readFileSync(containers.errors, 'utf8')).toBe(0)
    await until('Caddy is healthy', () => podman('healthcheck', 'run', 'site').status === 0)
    const redirect = "fetch('http://127.0.0.1/about', { redirect: 'manual' }).then(({ status }) => console.log(status))"
    expect(inContainer('site', redirect)).toBe('308')
    podman('stop', '--time', '30', 'site')
  })
})
