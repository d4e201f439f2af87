import { describe, expect, it, vi } from 'vitest'
import { createPageStore, FullLoadRequiredError } from '../../src/client/page-store.ts'
import type { ClientPage } from '../../src/sections/view.ts'

const page = (path: string): ClientPage => ({ path, title: path, sections: [], site: {} as ClientPage['site'] })

/** Creates a store with a stubbed network, clock and retry delay. */
function createStore(answers: (() => Response | Promise<Response>)[]) {
  const state = { requests: [] as string[], waits: [] as number[], time: 0, reconnect: () => {} }
  const store = createPageStore({
    first: { path: '/', page: page('/') },
    build: 'b1',
    parse: JSON.parse,
    prepare: async () => {},
    fetch: (async (input: string) => {
      state.requests.push(input)
      const answer = answers.shift()
      if (!answer) throw new Error('no more answers')
      return answer()
    }) as typeof fetch,
    wait: async (milliseconds) => void state.waits.push(milliseconds),
    now: () => state.time,
    reconnected: () =>
      new Promise<void>((resolve) => {
        state.reconnect = resolve
      }),
  })
  return { store, state }
}
const ok =
  (path: string, build = 'b1') =>
  () =>
    Response.json({ build, page: page(path) })
const broken = () => {
  throw new TypeError('offline')
}

describe('the page store', () => {
  it('returns the first page without requesting it until the visitor opens another page', () => {
    const { store, state } = createStore([ok('/')])
    expect(store.read('/')).toEqual(page('/'))
    store.arrived('/')
    expect(store.read('/')).toEqual(page('/'))
    store.arrived('/about')
    expect(store.read('/')).toBeInstanceOf(Promise)
    expect(state.requests).toEqual(['/'])
  })

  it('retries three times after 1, 2 and 4 seconds, then fails', async () => {
    const { store, state } = createStore([broken, () => new Response('', { status: 500 }), broken, broken])
    await expect(store.load('/about')).rejects.toThrow('offline')
    expect(state.waits).toEqual([1000, 2000, 4000])
    expect(state.requests).toHaveLength(4)
  })

  it('returns the page if a retry succeeds', async () => {
    const { store, state } = createStore([broken, ok('/about')])
    expect(await store.load('/about')).toEqual(page('/about'))
    expect(state.waits).toEqual([1000])
    expect(store.read('/about')).toEqual(page('/about'))
  })

  it('fails immediately when offline, and loads the page after reconnecting', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const { store, state } = createStore([broken, broken, ok('/about')])
    await expect(store.load('/about')).rejects.toThrow('offline')
    const read = store.read('/about')
    expect(store.read('/about')).toBe(read)
    await expect.poll(() => state.requests).toHaveLength(2)
    vi.unstubAllGlobals()
    state.reconnect()
    expect(await read).toEqual(page('/about'))
    expect(state.waits).toEqual([])
  })

  it('requests a full page load without retrying if the page is missing, redirected or from another build', async () => {
    const redirected = () => Object.defineProperty(ok('/new')(), 'redirected', { value: true })
    for (const answer of [
      () => new Response('', { status: 404 }),
      ok('/about', 'b2'),
      () => Response.json(null),
      redirected,
    ]) {
      const { store, state } = createStore([answer])
      await expect(store.load('/about')).rejects.toBeInstanceOf(FullLoadRequiredError)
      expect(state.requests).toHaveLength(1)
    }
  })

  it('caches a page for five minutes', async () => {
    const { store, state } = createStore([ok('/about'), ok('/about')])
    await store.load('/about')
    state.time = 5 * 60_000 - 1
    await store.load('/about')
    expect(state.requests).toHaveLength(1)
    state.time = 5 * 60_000
    await store.load('/about')
    expect(state.requests).toHaveLength(2)
  })
})
