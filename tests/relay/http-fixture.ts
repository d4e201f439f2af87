import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { createApp } from '../../relay/app.ts'
import type { Config } from '../../relay/config.ts'
import { readConfig } from '../../relay/config.ts'
import { closeServer, createRelayServer, listen } from '../../relay/http/server.ts'
import type { FormBook } from '../../relay/intake/form-book.ts'
import { createMetrics } from '../../relay/monitoring/metrics.ts'
import { openFolderStore } from '../../relay/spool/folder-store.ts'
import type { Place, Store } from '../../relay/store/store.ts'
import { createFakeClock } from './fake-clock.ts'
import { createFormBook } from './form-book.ts'
import { createKeptLog } from './kept-log.ts'
import { temporaryFolder } from './spool-fixture.ts'
import { until } from './until.ts'

export const SUBMIT = '/functions/v1/send-form-submission'
export const APPLY = '/functions/v1/submit-application'
export const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

export interface HttpOptions {
  env?: NodeJS.ProcessEnv
  forms?: FormBook
  /** Puts something in front of the real store, such as a disk that is full. */
  wrap?: (store: Store) => Store
  isStopping?: () => boolean
  /** Holds what is being taken. */
  pendingPosts?: Set<Promise<void>>
  /** Folder of the spool. */
  folder?: string
}

/** The real app on a real port with a real spool; only the clock is ours. */
export async function createHttpFixture(options: HttpOptions = {}) {
  const folder = options.folder ?? path.join(await temporaryFolder(), 'spool')
  const config: Config = readConfig({
    RELAY_BIND: '127.0.0.1:0',
    RELAY_SPOOL: folder,
    RELAY_POSTS_PER_MINUTE: '0',
    RELAY_FREE_BYTES: '0',
    ...options.env,
  })
  const clock = createFakeClock()
  const targets = config.targets.map(({ name }) => name)
  const store = await openFolderStore({ folder, clock, targets, retention: config.retention })
  const { log, logged } = createKeptLog('trace')
  const app = createApp({
    config,
    store: options.wrap?.(store) ?? store,
    forms: options.forms ?? createFormBook(),
    log,
    clock,
    metrics: createMetrics(),
    ...(options.isStopping ? { isStopping: options.isStopping } : {}),
    ...(options.pendingPosts ? { pendingPosts: options.pendingPosts } : {}),
  })
  const server = createRelayServer(app, config)
  const address = await listen(server, config.bind)
  onTestFinished(async () => {
    await closeServer(server, 0)
    await store.close()
  })
  const names = (place: Place | 'tmp') => readdir(path.join(folder, place))
  return {
    address,
    clock,
    config,
    folder,
    store,
    names,
    logged,
    /** How many are open. */
    connections: () => promisify(server.getConnections.bind(server))(),
    /** Waits until nothing of any post is left half-way. */
    emptyTmp: () => until('tmp is empty', async () => (await names('tmp')).length === 0),
    post: (at: string, body: RequestInit['body'], headers: Record<string, string> = {}) =>
      fetch(address + at, { method: 'POST', body: body ?? null, headers, redirect: 'manual' }),
    postJson: (body: unknown, headers: Record<string, string> = {}) =>
      fetch(address + SUBMIT, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
  }
}

/** What a fetch brought, in one piece. */
export async function told(answer: Response) {
  const text = await answer.text()
  const json = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined
  return { status: answer.status, code: json?.code as string | undefined, json, text, headers: answer.headers }
}

export function toForm(entries: Record<string, string | string[]>, files: Record<string, File> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(entries)) for (const one of [value].flat()) form.append(name, one)
  for (const [name, file] of Object.entries(files)) form.append(name, file)
  return form
}
