import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import express from 'express'
import { projectRoot } from '../../cli/paths.ts'
import type { Person } from '../../cli/studio/person.ts'
import { startStudioSite } from '../../cli/studio/site/serve-site.ts'
import { openStudioContent } from '../../cli/studio/studio.ts'

/** People by the value of their session cookie. */
const people: Record<string, Person> = {
  ann: { id: 'ann', name: 'Ann Field', email: 'ann@harbor.example', may: ['edit'] },
  bob: { id: 'bob', name: 'Bob Reed', email: 'bob@harbor.example', may: ['edit', 'publish'] },
  dot: { id: 'dot', name: 'Dot Hill', email: 'dot@harbor.example', may: ['leads'] },
  eve: { id: 'eve', name: 'Eve Low', email: 'eve@harbor.example', may: ['leads'] },
}

/**
 * Serves a copy of a content folder as the studio does. The cookie `studio` contains the id of the person.
 * @param publicUrl address of the studio behind a web server
 */
export async function serveSite(source = path.join(projectRoot, 'tests', 'sites', 'harbor'), publicUrl?: URL) {
  const home = mkdtempSync(path.join(tmpdir(), 'studio-'))
  const folder = path.join(home, path.basename(source))
  cpSync(source, folder, { recursive: true })
  const app = express()
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const content = openStudioContent(folder)
  const site = await startStudioSite({ settings: { url: publicUrl ?? url } as never, content })
  app.use((request, response, next) => {
    const [, id = ''] = /studio=(\w+)/.exec(request.headers.cookie ?? '') ?? []
    response.locals.person = people[id]
    response.set('Cache-Control', 'no-store')
    return people[id] ? next() : response.status(401).json({ message: 'You are not signed in.' })
  })
  app.use(site.router)
  const at = (name: string) => path.join(folder, name)
  return {
    url: url.origin,
    content,
    home,
    read: (name: string) => readFileSync(at(name), 'utf8'),
    write: (name: string, text: string) => writeFileSync(at(name), text),
    /** Returns the edits in a person's change set. */
    edits: (id: string) => {
      const stored = content.changes.find(id)
      return stored && 'set' in stored ? stored.set.edits : []
    },
    async stop(): Promise<void> {
      await site.close()
      server.closeAllConnections()
      server.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
export type ServedSite = Awaited<ReturnType<typeof serveSite>>

/** Sends requests of a person to the editor, as the editor's pages do. */
export async function createClient({ url }: { url: string }, id: string) {
  const headers = { cookie: `studio=${id}`, origin: url }
  const get = (name: string, more = {}) => fetch(`${url}/@edit/${name}`, { headers: { ...headers, ...more } })
  const { token } = (await (await get('session')).json()) as { token: string }
  async function call<T>(name: string, body?: object | Buffer): Promise<T & { status: number; message?: string }> {
    const isJson = body !== undefined && !Buffer.isBuffer(body)
    const response = await fetch(`${url}/@edit/${name}`, {
      headers: { ...headers, 'x-edit-token': token, ...(isJson && { 'content-type': 'application/json' }) },
      ...(body !== undefined && {
        method: 'POST',
        body: isJson ? JSON.stringify(body) : new Uint8Array(body as Buffer),
      }),
    })
    return { status: response.status, ...((await response.json()) as T) }
  }
  const set = async (file: string, field: readonly (string | number)[], value: unknown) => {
    const { version } = await call<{ version: string }>(`entry?file=${file}`)
    const changes = [{ kind: 'set', path: field, value }]
    return call('save', { edits: [{ file, version, changes }], name: field.join('.') })
  }
  const page = async (path: string) => (await fetch(url + path, { headers })).text()
  return { token, call, set, page }
}
