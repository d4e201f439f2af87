import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import express, { type Response, Router } from 'express'
import { ensureBundle } from '../../build/bundle.mjs'
import { loadDocumentModule } from '../../build/render-pages.ts'
import { memoize } from '../../content/memoize.ts'
import type { SiteCode } from '../../dev/components.ts'
import * as snapshot from '../../dev/snapshot.ts'
import { watchFolder } from '../../dev/watch-folder.ts'
import { HttpError } from '../../editor/files/http-errors.ts'
import { createSerialQueue } from '../../serial-queue.ts'
import type { Person } from '../person.ts'
import { createSessionCookie, getPerson } from '../session.ts'
import type { Studio } from '../studio.ts'
import { createPersonSite, type PersonSite } from './person-site.ts'

/** Maximum number of people whose pages are kept in memory. */
const MAX_SITES = 10
/** Maximum number of open pages that receive events, of a person and of all people. */
const MAX_STREAMS = { person: 20, total: 500 }
/** Milliseconds between messages to an open page, so that proxies keep the connection. */
const HEARTBEAT = 20_000
/** Milliseconds after which an open page must connect again, with a session that is still valid. */
const MAX_CONNECTION = 10 * 60_000
/** Names of compiled files contain a hash. */
const ASSET_CACHING = 'public, max-age=31536000, immutable'

/**
 * Starts to show and edit the site. Compiles the code of the pages, unless it has not changed, and watches the content.
 * @returns a router for pages and files, `/@edit`, `/@studio/assets` and `/@studio/events`, to mount at the root
 */
export async function startStudioSite({ settings, content }: Pick<Studio, 'settings' | 'content'>) {
  const { code, editorUrl, assets } = await loadSiteCode()
  const { reader, folder } = content
  const createSnapshot = memoize((valid: snapshot.Snapshot['content']) => snapshot.createSnapshot(valid, reader.mark))
  const inTurn = createSerialQueue()
  const secret = randomBytes(32)
  const cookie = createSessionCookie(settings.url)
  /** Returns a token for a session, which only its own pages can read. */
  const createToken = (request: IncomingMessage) =>
    createHmac('sha256', secret)
      .update(cookie.read(request) ?? '')
      .digest('base64url')
  /** By person and permissions, least recently used first. */
  const sites = new Map<string, PersonSite>()
  /** Functions that send the state to an open page, with the page's person. */
  const streams = new Map<() => void, Person>()
  let revision = 0
  // Starts with the time, so that versions also differ from those before a restart.
  let version = Date.now()

  async function openSite(person: Person): Promise<PersonSite> {
    const key = [person.id, ...person.may].join()
    const site = sites.get(key) ?? createPersonSite({ ...shared, owner: person, onSaved: () => notify(person.id) })
    sites.delete(key)
    sites.set(key, site)
    const [oldest = key] = sites.keys()
    if (sites.size > MAX_SITES) sites.delete(oldest)
    await site.update()
    return site
  }
  const shared = {
    ...{ content, code, editorUrl, createSnapshot, inTurn },
    access: { origin: settings.url.origin, token: createToken },
    revision: () => revision,
    countVersion: () => ++version,
  }
  /** Sends the state to the open pages of a person, by default of all people. */
  function notify(id?: string): void {
    for (const [send, person] of streams) if (id === undefined || person.id === id) send()
  }
  function stream(response: Response): void {
    const person = getPerson(response)
    const own = [...streams.values()].filter(({ id }) => id === person.id)
    if (own.length >= MAX_STREAMS.person || streams.size >= MAX_STREAMS.total)
      throw new HttpError('Too many pages are open. Close some of them.', 429)
    // nginx would otherwise keep messages until its buffer is full.
    response.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' })
    response.flushHeaders()
    const send = () =>
      void openSite(person).then(
        (site) => response.writable && response.write(`data: ${JSON.stringify(site.state())}\n\n`),
        () => response.end(),
      )
    streams.set(send, person)
    const timers = [setInterval(send, HEARTBEAT), setTimeout(() => response.end(), MAX_CONNECTION)]
    response.once('close', () => {
      streams.delete(send)
      for (const timer of timers) clearTimeout(timer)
    })
    send()
  }

  // Checks the content now, so that the first page does not wait.
  void inTurn(() => reader.checkSaved()).catch(() => {})
  const watcher = await watchFolder(folder, (files) => {
    reader.forget(files)
    revision += 1
    notify()
  })
  const router = Router()
  const setHeaders = (response: ServerResponse) => response.setHeader('Cache-Control', ASSET_CACHING)
  router.use('/@studio/assets', express.static(assets, { index: false, redirect: false, setHeaders }))
  router.get('/@studio/events', (_request, response) => stream(response))
  router.use(async (request, response) => {
    const site = await openSite(getPerson(response))
    // For the page that shows problems until the site is valid; other pages have a policy of their own.
    response.set('Content-Security-Policy', "default-src 'none'; script-src 'self'; connect-src 'self'")
    site.handle(request, response)
  })
  return { router, close: () => watcher.close() }
}

/** Loads the compiled code of pages, and finds the files that they load. */
async function loadSiteCode() {
  const [components, studio] = [await ensureBundle('components'), await ensureBundle('studio')]
  const manifest = JSON.parse(readFileSync(path.join(studio.folder, 'manifest.json'), 'utf8'))
  const entries = Object.values(manifest as Record<string, { file: string; name: string; isEntry?: boolean }>)
  const fileOf = (name: string) => entries.find((entry) => entry.isEntry && entry.name === name)?.file ?? ''
  const urlOf = (name: string) => `/@studio/${fileOf(name)}`
  const code: SiteCode = {
    snapshot,
    document: await loadDocumentModule(components),
    styles: readFileSync(path.join(studio.folder, fileOf('site')), 'utf8'),
    stylesheetUrl: urlOf('site'),
    scriptUrl: urlOf('client'),
  }
  return { code, editorUrl: urlOf('editor'), assets: path.join(studio.folder, 'assets') }
}
