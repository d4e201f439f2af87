import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Router } from 'express'
import { onTestFinished } from 'vitest'
import { stringify } from 'yaml'
import { projectRoot } from '../../cli/paths.ts'
import type { StudioRoutes } from '../../cli/studio/app.ts'
import { openPeople } from '../../cli/studio/people.ts'
import type { Permission } from '../../cli/studio/person.ts'
import { startStudio } from '../../cli/studio/serve.ts'
import { createSessionCookie } from '../../cli/studio/session.ts'
import type { StudioSettings } from '../../cli/studio/settings.ts'
import { openSignIns } from '../../cli/studio/sign-in/sign-ins.ts'
import type { Studio } from '../../cli/studio/studio.ts'

interface TestPerson {
  name: string
  email: string
  may: Permission[]
}

/** An editor, a publisher, and a person who may only see leads. */
export const people = {
  ada: { name: 'Ada', email: 'ada@example.com', may: ['edit'] },
  ben: { name: 'Ben', email: 'ben@example.com', may: ['edit', 'publish'] },
  cleo: { name: 'Cleo', email: 'cleo@example.com', may: ['leads'] },
} satisfies Record<string, TestPerson>

/** Creates a folder with a copy of the site "harbor" as its content, and a `studio.yaml`. Removed after the test. */
export function createStudioFolder(listed: readonly TestPerson[] = Object.values(people)) {
  const folder = mkdtempSync(path.join(tmpdir(), 'studio-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const content = path.join(folder, 'content')
  cpSync(path.join(projectRoot, 'tests', 'sites', 'harbor'), content, { recursive: true })
  const write = (people: readonly TestPerson[]) =>
    writeFileSync(path.join(folder, 'studio.yaml'), stringify({ people }))
  write(listed)
  mkdirSync(path.join(folder, 'data'))
  const settings: StudioSettings = {
    url: new URL('http://127.0.0.1'),
    host: '127.0.0.1',
    port: 0,
    content,
    out: path.join(folder, 'dist'),
    data: path.join(folder, 'data'),
    mail: undefined,
    relay: undefined,
    deploy: undefined,
  }
  return { folder, settings, writePeople: write }
}

const none: StudioRoutes = { publishing: Router(), leads: Router(), site: Router() }

interface ServeOptions {
  people?: readonly TestPerson[]
  settings?: Partial<StudioSettings>
  /** The routes to test. Those that are missing answer with 404. */
  routes?: (studio: Studio) => Partial<StudioRoutes> | Promise<Partial<StudioRoutes>>
}

/** Starts a studio on loopback. It stops after the test. */
export async function serveStudio({ people: listed, settings: changed, routes }: ServeOptions = {}) {
  const { folder, settings, writePeople } = createStudioFolder(listed)
  Object.assign(settings, changed)
  const found = openPeople(folder, () => {})
  const running = await startStudio(settings, found, async (studio) => ({ ...none, ...(await routes?.(studio)) }))
  onTestFinished(running.close)
  const { url } = settings
  const cookie = createSessionCookie(url)
  const { sessions } = openSignIns(settings.data)

  /** Returns the Cookie header of a new session. */
  const signIn = async (email: string) => `${cookie.name}=${await sessions.create(email)}`
  /**
   * Sends a request as a browser would, without following redirects: pages are requested as HTML, and forms are posted
   * with the studio's origin. Connects to the studio itself, whatever its address is.
   */
  function send(target: string, { cookie, form, method = form ? 'POST' : 'GET', headers }: SendOptions = {}) {
    const { pathname, search } = new URL(target, url)
    return new Promise<Response>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port: running.port, path: pathname + search, method, agent: false })
      const all = {
        ...{ host: url.host, accept: 'text/html', cookie },
        ...(form && { origin: url.origin, 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      }
      for (const [name, value] of Object.entries(all)) if (value !== undefined) sent.setHeader(name, value)
      sent.once('error', reject).once('response', async (answer) => {
        const chunks: Buffer[] = []
        for await (const chunk of answer) chunks.push(chunk)
        const list = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        )
        resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 0, headers: list }))
      })
      sent.end(form && String(new URLSearchParams(form)))
    })
  }
  return { ...running, folder, settings, people: found, writePeople, url, signIn, send }
}

interface SendOptions {
  cookie?: string
  /** Fields to post. */
  form?: Record<string, string>
  method?: string
  headers?: Record<string, string>
}
