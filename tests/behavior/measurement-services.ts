import type { Page } from 'playwright-core'
import { measurementEntrySchema } from '../../src/measurement/measurement.ts'

/** An entry of `measurement` for each provider, without `ask`. */
export const entries = {
  plausible: { provider: 'plausible', domain: 'harborandpine.example' },
  umami: { provider: 'umami', id: '94db1cb1-74f4-4a40-ad6c-962362670409' },
  matomo: { provider: 'matomo', id: 3, server: 'https://harbor.matomo.cloud' },
  google: { provider: 'google', id: 'G-1A2B3C4D5E' },
  script: {
    provider: 'script',
    name: 'Tide tables',
    script: 'https://cdn.tides.example/tides.js',
    connect: ['https://in.tides.example'],
    images: ['https://img.tides.example'],
  },
}
export type ServiceName = keyof typeof entries
export const serviceNames = Object.keys(entries) as ServiceName[]

/** Something that a service has counted. */
export interface Hit {
  service: ServiceName
  event: string
  /** Path of the page. */
  page: string
  /** Values that the service received with the event, such as the name of a form. */
  data: string[]
}

const PUSH = `const push = history.pushState
    history.pushState = function () { push.apply(this, arguments); shown() }
    addEventListener('popstate', shown)`

/**
 * Stand-ins for the scripts of the services, by address. Like these, they read their settings from the script element or
 * from a global variable, count client-side navigation (except Matomo), and send what they count to the same addresses.
 */
const scripts: Record<string, string> = {
  'https://plausible.io/js/script.js': `{
    if (!window.plausible?.o) throw new Error('no options')
    const { dataset, src } = document.currentScript
    const send = (n, { props } = {}) =>
      fetch(new URL(src).origin + '/api/event', {
        method: 'POST', keepalive: true, body: JSON.stringify({ d: dataset.domain, n, u: location.href, p: props }),
      })
    let last
    const shown = () => { if (last !== location.pathname) send('pageview'); last = location.pathname }
    window.plausible = send
    ${PUSH}
    shown()
  }`,
  'https://cloud.umami.is/script.js': `{
    const { websiteId: website, hostUrl, identityStitching } = document.currentScript.dataset
    if (identityStitching !== 'false') localStorage.setItem('umami.visitor', '1')
    const track = (name, data) =>
      fetch(hostUrl + '/api/send', {
        method: 'POST', keepalive: true,
        body: JSON.stringify({ type: 'event', payload: { website, url: location.pathname, name, data } }),
      })
    let last = location.href
    const shown = () => { if (last !== location.href) track(); last = location.href }
    window.umami = { track }
    ${PUSH}
    track()
  }`,
  'https://harbor.matomo.cloud/matomo.js': `{
    const set = { setCustomUrl: location.href, setDocumentTitle: document.title, setReferrerUrl: document.referrer }
    const send = (event, data = []) =>
      navigator.sendBeacon(set.setTrackerUrl, JSON.stringify({ site: set.setSiteId, event, data, set }))
    const run = ([name, ...values]) => {
      if (name === 'trackPageView') send('page view')
      else if (name === 'trackEvent') send('event', values)
      else set[name] = values[0] ?? true
    }
    const order = ['setTrackerUrl', 'setSiteId', 'disableCookies', 'alwaysUseSendBeacon']
    const first = ([name]) => (order.includes(name) ? 0 : 1)
    const queue = window._paq.toSorted((a, b) => first(a) - first(b))
    window._paq = { push: (...commands) => commands.forEach(run) }
    queue.forEach(run)
    if (!set.disableCookies) document.cookie = '_pk_id=1'
  }`,
  'https://www.googletagmanager.com/gtag/js?id=G-1A2B3C4D5E': `{
    const consent = {}
    const send = (en, data = {}) => {
      const query = new URLSearchParams({ en, dl: location.href, data: Object.values(data).join(), ...consent })
      fetch('https://region1.google-analytics.com/g/collect?' + query, { method: 'POST', keepalive: true })
    }
    const run = (command) => {
      if (Array.isArray(command)) return
      const [name, first, second] = command
      if (name === 'consent') Object.assign(consent, second)
      if (name === 'config') {
        send('page_view')
        fetch('https://stats.analytics.google.com/g/collect?en=diagnostics')
        fetch('https://www.googletagmanager.com/td?en=diagnostics')
        new Image().src = 'https://www.google-analytics.com/g/collect.gif?en=diagnostics'
        new Image().src = 'https://www.googletagmanager.com/a.gif?en=diagnostics'
      }
      if (name === 'event') send(first, second)
    }
    const shown = () => send('page_view')
    ${PUSH}
    window.dataLayer.forEach(run)
    window.dataLayer.push = run
  }`,
  'https://cdn.tides.example/tides.js': `{
    const send = (event, form = '') =>
      fetch('https://in.tides.example/hit?' + new URLSearchParams({ event, url: location.href, form }))
    document.addEventListener('submission', ({ detail }) => send('submission', detail.form))
    new Image().src = 'https://img.tides.example/dot.gif'
    send('start')
  }`,
}

/** Reads what a request counts; undefined if it counts nothing. */
function readHit(url: URL, body: string | null): Hit | undefined {
  const hit = (service: ServiceName, event: string, page: string, data: unknown[]): Hit => {
    return { service, event, page: new URL(page, 'https://site.invalid').pathname, data: data.map(String) }
  }
  const query = Object.fromEntries(url.searchParams)
  switch (url.origin + url.pathname) {
    case 'https://plausible.io/api/event': {
      const { n, u, p = {} } = JSON.parse(body ?? '')
      return hit('plausible', n === 'pageview' ? 'page' : n, u, Object.values(p))
    }
    case 'https://gateway.umami.is/api/send': {
      const { name = 'page', url: page, data = {} } = JSON.parse(body ?? '').payload
      return hit('umami', name, page, Object.values(data))
    }
    case 'https://harbor.matomo.cloud/matomo.php': {
      const { event, data, set } = JSON.parse(body ?? '')
      const [name = 'page', ...more] = event === 'event' ? data : []
      return hit('matomo', name, set.setCustomUrl, more)
    }
    case 'https://region1.google-analytics.com/g/collect':
      return hit(
        'google',
        query.en === 'page_view' ? 'page' : (query.en ?? ''),
        query.dl ?? '',
        [query.data].filter(Boolean),
      )
    case 'https://in.tides.example/hit':
      return hit('script', query.event ?? '', query.url ?? '', [query.form].filter(Boolean))
    default:
      return undefined
  }
}

/**
 * Replaces the services with stand-ins.
 * @returns the URLs requested from other sites, and what the services have counted, both updated as requests arrive
 */
export async function serveServices(page: Page): Promise<{ requested: string[]; hits: Hit[]; bodies: string[] }> {
  const requested: string[] = []
  const hits: Hit[] = []
  const bodies: string[] = []
  await page.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => {
      const request = route.request()
      const url = new URL(request.url())
      requested.push(url.href)
      const hit = readHit(url, request.postData())
      if (hit) hits.push(hit)
      bodies.push(request.postData() ?? url.search)
      const script = scripts[url.href]
      if (script) return route.fulfill({ contentType: 'text/javascript', body: script })
      return route.fulfill({ status: 200, headers: { 'access-control-allow-origin': '*' }, body: '' })
    },
  )
  return { requested, hits, bodies }
}

/** Replaces the services of a page with others, and its policy, as if site.yaml listed them. */
export async function listServices(
  page: Page,
  listed: readonly { provider: string; ask: boolean }[],
  changePolicy: (policy: string) => string = (policy) => policy,
): Promise<void> {
  await page.route(
    ({ hostname, pathname }) => hostname === '127.0.0.1' && !pathname.includes('.'),
    async (route) => {
      const response = await route.fetch()
      const headers = response.headers()
      const policy = headers['content-security-policy'] ?? ''
      const data = /(?<=data-measurement="">)[^<]*/
      const body = (await response.text()).replace(data, JSON.stringify(measurementEntrySchema.array().parse(listed)))
      await route.fulfill({ response, body, headers: { ...headers, 'content-security-policy': changePolicy(policy) } })
    },
  )
}
