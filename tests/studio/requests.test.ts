import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Router } from 'express'
import { createElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { HttpError } from '../../cli/editor/files/http-errors.ts'
import { StudioPage, sendStudioPage } from '../../cli/studio/pages/studio-page.tsx'
import type { Person } from '../../cli/studio/person.ts'
import { getPerson, requirePermission } from '../../cli/studio/session.ts'
import { serveStudio } from './serve-studio.ts'

afterEach(() => void vi.restoreAllMocks())

const OwnPage = ({ person }: { person: Person }) => StudioPage({ title: 'Own', person, children: null })

/** A studio whose site has pages that fail in several ways. */
async function serve() {
  const studio = await serveStudio({
    routes: () => {
      const site = Router()
      site.get('/whoami', (_request, response) => void response.send(getPerson(response).name))
      site.post('/whoami', (_request, response) => void response.send('posted'))
      site.get('/publish', (_request, response) => void response.send(requirePermission(response, 'publish').name))
      site.get('/broken', () => {
        throw new Error('secret of the program')
      })
      site.get('/full', () => {
        throw Object.assign(new Error('write failed'), { code: 'ENOSPC', syscall: 'write', path: '/secret/place' })
      })
      site.all('/@edit/conflict', () => {
        throw new HttpError('It has changed.', 409)
      })
      const publishing = Router()
      publishing.get('/', (_request, response) =>
        sendStudioPage(response, createElement(OwnPage, { person: getPerson(response) })),
      )
      return { site, publishing }
    },
  })
  return { ...studio, ada: await studio.signIn('ada@example.com') }
}

const json = { accept: 'application/json' }

describe('requests to the studio', () => {
  it('are refused for other hosts (DNS rebinding, Host header)', async () => {
    const { send, ada, port } = await serve()
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', `localhost:${port}`, '']) {
      for (const target of ['/whoami', '/@studio/sign-in', '/@studio/style/x.css']) {
        const answer = await send(target, { cookie: ada, headers: { host } })
        expect([host, answer.status]).toEqual([host, 421])
      }
    }
    expect(await (await send('/whoami', { cookie: ada })).text()).toBe('Ada')
  })

  it('use the address in STUDIO_URL in links and redirects, not that of the request', async () => {
    const { send } = await serve()
    const { headers } = await send('/whoami', { headers: { 'x-forwarded-host': 'evil.example' } })
    expect(headers.get('location')).toBe('/@studio/sign-in?next=%2Fwhoami')
  })

  it('that change something must come from its own pages', async () => {
    const { send, ada, url } = await serve()
    const post = async (headers: Record<string, string>, method = 'POST') =>
      (await send('/whoami', { method, cookie: ada, headers: { ...json, ...headers } })).status
    expect(await post({})).toBe(403)
    expect(await post({ origin: 'null' })).toBe(403)
    expect(await post({ origin: 'https://evil.example' })).toBe(403)
    expect(await post({ origin: url.origin.replace('http:', 'https:') })).toBe(403)
    expect(await post({ 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await post({ origin: 'https://evil.example' }, 'DELETE')).toBe(403)
    expect(await post({ 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await post({ origin: url.origin })).toBe(200)
  })

  it('without a session are redirected for pages, and refused for everything else', async () => {
    const { send, url } = await serve()
    expect((await send('/whoami')).status).toBe(303)
    expect((await send('/whoami', { headers: { accept: '*/*' } })).status).toBe(401)
    const refused = await send('/whoami', { form: {}, headers: { ...json, origin: url.origin } })
    expect([refused.status, await refused.json()]).toEqual([401, { message: 'You are not signed in.' }])
  })

  it('have no frames, no guessed types, no stored copies, and no scripts (clickjacking)', async () => {
    const { send, ada } = await serve()
    for (const target of ['/whoami', '/missing', '/@studio/', '/@studio/sign-in', '/@studio/sign-in/x']) {
      const { headers } = await send(target, { cookie: ada })
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/)
      expect(headers.get('content-security-policy')).not.toContain('script-src')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })

  it('fail with a page for people and JSON for programs, without internal details', async () => {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const { send, ada } = await serve()
    const page = async (target: string) => {
      const answer = await send(target, { cookie: ada })
      return [answer.status, /<p class="message error">(.*?)<\/p>/.exec(await answer.text())?.[1]]
    }
    expect(await page('/missing')).toEqual([404, 'There is no page with this address.'])
    expect(await page('/publish')).toEqual([403, 'This needs the permission &quot;publish&quot; in studio.yaml.'])
    expect(await page('/full')).toEqual([
      503,
      expect.stringMatching(
        /^The request failed: the disk is full\. The server log contains the details under [\da-f]{8}\.$/,
      ),
    ])
    expect(await page('/@studio/sign-in/%E0%A4%A')).toEqual([400, 'Bad Request.'])
    const [status, message] = await page('/broken')
    expect(status).toBe(500)
    const [, reference = 'none'] = /^The request failed: internal error\. .* under (\w{8})\.$/.exec(`${message}`) ?? []
    expect(stderr.mock.calls.join()).toMatch(new RegExp(`${reference}: Error: secret of the program\n +at `))
    const edit = await send('/@edit/conflict', { cookie: ada })
    expect([edit.status, await edit.json()]).toEqual([409, { message: 'It has changed.' }])
  })

  it('are limited in size', async () => {
    const { send } = await serve()
    expect((await send('/@studio/sign-in', { form: { email: 'a'.repeat(5000) } })).status).toBe(413)
  })

  it('trust X-Forwarded-For only from the web server, and only its last address', async () => {
    const { send, settings } = await serve()
    await send('/@studio/sign-in/x', { headers: { 'x-forwarded-for': '192.0.2.1, 198.51.100.2' } })
    expect(readFileSync(path.join(settings.data, 'studio.log'), 'utf8')).toContain('"network":"198.51.100.2"')
  })
})

describe("the studio's pages", () => {
  it('show the parts that a person may use', async () => {
    const { send, signIn } = await serve()
    const links = async (email: string) => {
      const text = await (await send('/@studio/', { cookie: await signIn(email) })).text()
      return [...text.matchAll(/<nav.*<\/nav>/g)].flatMap(([nav]) =>
        [...nav.matchAll(/href="(.*?)"/g)].map(([, to]) => to),
      )
    }
    expect(await links('ada@example.com')).toEqual(['/@studio/', '/'])
    expect(await links('cleo@example.com')).toEqual(['/@studio/', '/@studio/leads/', '/'])
  })

  it('have the name and colors of the last valid content', async () => {
    const { send, settings, ada } = await serve()
    const read = async () => (await send('/@studio/', { cookie: ada })).text()
    const before = await read()
    expect(before).toContain('Harbor')
    const [, style = ''] = /href="(\/@studio\/style\/\w+\.css)"/.exec(before) ?? []
    const sheet = await send(style)
    expect(sheet.headers.get('cache-control')).toContain('immutable')
    expect(await sheet.text()).toMatch(/^@font-face\{font-family:Bricolage;src:url\(data:.*--paper:/s)
    const { headers } = await send('/@studio/', { cookie: ada })
    expect(headers.get('content-security-policy')).toContain("style-src 'self'; font-src data:;")
    writeFileSync(path.join(settings.content, 'site.yaml'), 'name: [')
    expect(await read()).toBe(before)
  })
})

describe('people who are not signed in', () => {
  it('see the look of the content without another check of it', async () => {
    const { send, ada, studio } = await serve()
    const check = vi.spyOn(studio.content.reader, 'checkSaved')
    const show = async (count: number) => {
      const pages = await Promise.all(Array.from({ length: count }, () => send('/@studio/sign-in')))
      for (const page of pages) expect(await page.text()).toContain('– Harbor')
    }
    await show(20)
    for (const target of ['/@studio/sign-in/x', '/@studio/style/x.css', '/@studio/leads/', '/@studio/x'])
      await send(target)
    expect(check).toHaveBeenCalledTimes(1)
    await send('/@studio/', { cookie: ada })
    expect(check).toHaveBeenCalledTimes(2)
  })
})

describe('health and metrics', () => {
  it('are available only on this machine, without a proxy', async () => {
    const { send, writePeople, folder, port } = await serve()
    const host = `127.0.0.1:${port}`
    const ask = (target: string, headers = {}) => send(target, { headers: { ...json, host, ...headers } })
    expect((await ask('/livez')).status).toBe(200)
    expect((await ask('/readyz')).status).toBe(200)
    await send('/@studio/sign-in/x')
    const metrics = await (await ask('/metrics')).text()
    expect(metrics).toContain('studio_events_total{action="link-refused"} 1')
    expect(metrics).toContain('studio_events_total{action="mail-failed"} 0')
    expect(metrics).toContain('process_start_time_seconds')
    for (const target of ['/livez', '/readyz', '/metrics']) {
      expect((await ask(target, { 'x-forwarded-for': '192.0.2.1' })).status).toBe(401)
      expect((await ask(target, { host: 'evil.example' })).status).toBe(421)
    }
    writeFileSync(path.join(folder, 'studio.yaml'), 'people: [')
    const notReady = await ask('/readyz')
    expect([notReady.status, await notReady.json()]).toEqual([
      503,
      { status: 'not ready', reason: 'studio.yaml has errors' },
    ])
    writePeople([])
  })
})
