import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { listen } from '../../cli/preview/server.ts'
import { agency } from '../agency.ts'
import { freePort } from '../behavior/web-servers.ts'
import { copySources } from '../project-copy.ts'
import { cleanEnvironment, runSite } from '../run-site.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

/** Starts a program, and waits for the first JSON line of output for which `find` returns a value. */
function startProgram<T>(args: string[], env: NodeJS.ProcessEnv, find: (line: string) => T | undefined, cwd = folder) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const ready = new Promise<T>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = line.startsWith('{') ? find(line) : undefined
      if (found !== undefined) resolve(found)
    })
    void ended.then((code) => reject(new Error(`ended with ${code}: ${errors}`)))
  })
  return { child, ready, ended }
}

const lead = { formType: 'contact', name: 'Mara', email: 'mara@alder.example', message: 'Hello' }
const post = (address: string) =>
  fetch(`${address}/functions/v1/send-form-submission`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(lead),
  })

describe('npm start', () => {
  const start = path.join(projectRoot, 'scripts', 'site.mjs')
  const env = { SITE_OUT: path.join(folder, 'out'), SITE_RELAY_DATA: path.join(folder, 'relay') }

  it('builds site and relay, serves both at one address, accepts submissions, and exits cleanly', async () => {
    const port = await freePort()
    const { child, ready, ended } = startProgram(
      [start, 'start', '--json'],
      { ...env, PORT: String(port) },
      (line) => JSON.parse(line) as { site: string; inbox: string },
    )
    const firstResponse = (async () => {
      for (;;) {
        const response = await post(`http://127.0.0.1:${port}`).catch(() => undefined)
        if (response || child.exitCode !== null) return response
        await pause(10)
      }
    })()
    const { site, inbox } = await ready
    expect((await firstResponse)?.status).toBe(202)
    expect((await fetch(`${site}/about`)).status).toBe(200)
    expect(await (await fetch(inbox)).text()).toContain('mara@alder.example')
    process.kill(child.pid ?? 0, 'SIGTERM')
    expect(await ended).toBe(0)
    await expect(fetch(site)).rejects.toThrow()
  })

  it('builds what site preview then serves until it is interrupted', async () => {
    const { child, ready, ended } = startProgram(
      [start, 'preview', '--json', '--port', '0'],
      env,
      (line) => JSON.parse(line) as { site: string },
    )
    const { site } = await ready
    expect((await fetch(`${site}/about`)).status).toBe(200)
    process.kill(child.pid ?? 0, 'SIGTERM')
    expect(await ended).toBe(0)
  })

  it('uses the files of a copied project, even if the copy contains the cache of the original project', () => {
    const copy = path.join(folder, 'copy')
    copySources(copy)
    cpSync(agency, path.join(copy, 'content'), { recursive: true })
    const tool = path.join('node_modules', '.cache', 'northshelf', 'cli')
    cpSync(path.join(projectRoot, tool), path.join(copy, tool), { recursive: true })
    appendFileSync(path.join(copy, 'content', 'site.yaml'), 'unheard: of\n')
    const { status, stdout } = spawnSync(process.execPath, ['scripts/site.mjs', 'check'], {
      cwd: copy,
      env: cleanEnvironment(),
      encoding: 'utf8',
    })
    expect(stdout).toContain('unheard')
    expect(status).toBe(1)
  })

  it('fails before building if its port is in use, and explains how to choose another port', async () => {
    const other = createServer()
    const port = await listen(other, '127.0.0.1', 0)
    const folders = ['--out', path.join(folder, 'never'), '--relay-data', path.join(folder, 'never-relay')]
    const { code, stderr, stdout } = runSite(['start', '--port', String(port), ...folders], { expectFailure: true })
    other.close()
    expect(code).toBe(3)
    expect(stderr).toBe(
      `Port ${port} is already in use. Stop the program that uses it, or choose another port: PORT=${port + 1}\n`,
    )
    expect(stdout).toBe('')
  })
})

describe('the relay in dist/relay', () => {
  it('runs without any other files or packages', async () => {
    const alone = path.join(folder, 'alone')
    cpSync(path.join(inject('out'), 'relay'), alone, { recursive: true })
    const { child, ready, ended } = startProgram(
      [path.join(alone, 'relay.js')],
      { RELAY_BIND: '127.0.0.1:0' },
      (line) => (JSON.parse(line) as { address?: string }).address,
      alone,
    )
    expect((await post(await ready)).status).toBe(202)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})
