import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { createApp } from '../../relay/app.ts'
import type { Config } from '../../relay/config.ts'
import { readConfig } from '../../relay/config.ts'
import { closeServer, createRelayServer, startListening } from '../../relay/http/server.ts'
import { openProofs } from '../../relay/intake/proofs.ts'
import { createMetrics } from '../../relay/monitoring/monitor.ts'
import type { SiteForms } from '../../relay/site-forms.ts'
import { openFolderStore } from '../../relay/spool/folder-store.ts'
import type { EntryPlace, Store } from '../../relay/store/store.ts'
import { createCapturedLog } from './captured-log.ts'
import { createFakeClock } from './fake-clock.ts'
import { createSiteForms } from './site-forms.ts'
import { temporaryFolder } from './spool-fixture.ts'
import { until } from './until.ts'

export const SUBMIT = '/functions/v1/send-form-submission'
export const APPLY = '/functions/v1/submit-application'
export const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

export interface HttpOptions {
  env?: NodeJS.ProcessEnv
  forms?: SiteForms
  /** Wraps the real store, for example to simulate a full disk. */
  wrap?: (store: Store) => Store
  isStopping?: () => boolean
  /** Collects the form requests that the relay is processing. */
  pendingPosts?: Set<Promise<void>>
  /** Folder of the spool. */
  folder?: string
}

/** Starts the real app on a real port with a real spool; only the clock is fake. */
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
  const { log, logged } = createCapturedLog('trace')
  const forms = options.forms ?? createSiteForms()
  const app = createApp({
    config,
    store: options.wrap?.(store) ?? store,
    forms,
    proofs: await openProofs(config, forms, clock),
    log,
    clock,
    metrics: createMetrics(),
    ...(options.isStopping ? { isStopping: options.isStopping } : {}),
    ...(options.pendingPosts ? { pendingPosts: options.pendingPosts } : {}),
  })
  const server = createRelayServer(app, config)
  const address = await startListening(server, config.bind)
  onTestFinished(async () => {
    await closeServer(server, 0)
    await store.close()
  })
  const names = (place: EntryPlace | 'tmp') => readdir(path.join(folder, place))
  return {
    address,
    clock,
    config,
    folder,
    store,
    names,
    logged,
    connections: () => promisify(server.getConnections.bind(server))(),
    /** Waits until the folder for unfinished submissions is empty. */
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

/** Reads a response completely. */
export async function readResponse(response: Response) {
  const text = await response.text()
  const json = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined
  return { status: response.status, code: json?.code as string | undefined, json, text, headers: response.headers }
}

export function toForm(entries: Record<string, string | string[]>, files: Record<string, File> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(entries)) for (const text of [value].flat()) form.append(name, text)
  for (const [name, file] of Object.entries(files)) form.append(name, file)
  return form
}
