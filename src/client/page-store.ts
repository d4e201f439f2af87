import type { ClientPage, InlineData } from '../sections/view.ts'
import type { PageSource } from './page-source.ts'

const RETRIES = 3
const FIRST_DELAY = 1000
const LIFETIME = 5 * 60_000

/** Thrown if the browser must load the document, because the page does not exist or the site was rebuilt. */
export class FullLoadRequiredError extends Error {}

export interface PageStore extends PageSource {
  /** Fetches a page, or returns it from the cache if it is fresh. */
  load(path: string): Promise<ClientPage>
  /** Resolves when the next page has been inserted into the document. */
  nextArrival(): Promise<void>
}

interface Entry {
  promise: Promise<ClientPage>
  page?: ClientPage
  expires: number
}

/** Reports whether the browser knows that it has no connection. */
export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false
}

/**
 * Creates the cache of pages for client-side navigation. Caches pages for five minutes and retries failed requests
 * three times with exponential backoff (1 s, 2 s, 4 s). While offline, `load` rejects immediately and `read` waits for
 * a connection.
 * @param build id of the running build; a page from another build requires a full load
 * @param parse reads the page of a document; returns undefined if the document contains none
 * @param prepare prepares a page, for example by loading its components, before it counts as loaded
 * @param show applies a page's styles
 */
export function createPageStore(options: {
  first: { path: string; page: ClientPage }
  build: string
  parse: (html: string) => InlineData | undefined
  prepare: (page: ClientPage) => Promise<unknown>
  show?: (page: ClientPage) => void
  fetch?: typeof fetch
  wait?: (milliseconds: number) => Promise<void>
  now?: () => number
  reconnected?: () => Promise<unknown>
}): PageStore {
  const { build, parse, prepare, show = () => {}, now = Date.now } = options
  // Visitors and scripts may have changed the document, so its page is usable only until another page is shown.
  let first: typeof options.first | undefined = options.first
  const get = options.fetch ?? ((input, init) => fetch(input, init))
  const wait = options.wait ?? ((milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)))
  const reconnected =
    options.reconnected ?? (() => new Promise((resolve) => addEventListener('online', resolve, { once: true })))
  const entries = new Map<string, Entry>()
  /** Pending promises of `read`. React must receive the same promise until it settles. */
  const pending = new Map<string, Promise<ClientPage>>()
  let settle = () => {}

  async function request(path: string): Promise<ClientPage> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const response = await get(path, { headers: { accept: 'text/html' } })
        if (response.status === 404 || response.redirected) throw new FullLoadRequiredError(path)
        if (!response.ok) throw new Error(`Page request failed with HTTP status ${response.status}`)
        const data = parse(await response.text())
        if (data?.build !== build) throw new FullLoadRequiredError(path)
        await prepare(data.page)
        return data.page
      } catch (error) {
        if (error instanceof FullLoadRequiredError || attempt === RETRIES || isOffline()) throw error
        await wait(FIRST_DELAY * 2 ** attempt)
      }
    }
  }

  function load(path: string): Promise<ClientPage> {
    const cached = entries.get(path)
    if (cached && cached.expires > now()) return cached.promise
    const entry: Entry = { promise: request(path), expires: now() + LIFETIME }
    entries.set(path, entry)
    entry.promise.then(
      (page) => {
        entry.page = page
        entry.expires = now() + LIFETIME
      },
      () => {
        if (entries.get(path) === entry) entries.delete(path)
      },
    )
    return entry.promise
  }

  async function loadOnceOnline(path: string): Promise<ClientPage> {
    for (;;) {
      try {
        return await load(path)
      } catch (error) {
        if (error instanceof FullLoadRequiredError || !isOffline()) throw error
        await reconnected()
      }
    }
  }

  return {
    load,
    read(path) {
      if (first?.path === path) return first.page
      const cached = entries.get(path)?.page ?? pending.get(path)
      if (cached) return cached
      const page = loadOnceOnline(path).finally(() => pending.delete(path))
      page.catch(() => {})
      pending.set(path, page)
      return page
    },
    show,
    arrived(path) {
      if (first?.path !== path) first = undefined
      settle()
    },
    nextArrival: () =>
      new Promise((resolve) => {
        settle()
        settle = resolve
      }),
  }
}
