import { createPageStore, type PageStore } from '@northshelf/site/client/page-store.ts'
import { parseDocument, parsePage, readPage } from '@northshelf/site/client/read-page.ts'
import type { ClientPage } from '@northshelf/site/sections/view.ts'
import { hydratedApp } from '@northshelf/site/vike/+client.ts'
import { App } from '@northshelf/site/vike/app.tsx'
import { Idiomorph } from 'idiomorph'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import type { PageUpdate } from '../render-page.ts'

/** Selects the head elements that differ between pages. */
const PAGE_METADATA =
  'title, meta:not([name=version]), link[rel=canonical], link[rel=alternate], script[type="application/ld+json"]'
/**
 * Time limit for hydration and navigation, in milliseconds. Generous, because a timeout reloads the page, which closes
 * the editor's panel.
 */
const TIMEOUT = 60_000

/** Selects the parts of the document that React does not manage. */
const AROUND = ['.skip', '.consent-bar', '.site-notice', '.top', '.foot', '.help']
/** Attributes that morphing does not change, so that open elements stay open. */
const KEPT_ATTRIBUTES = ['open', 'hidden', 'aria-expanded', 'data-live']

const started = hydratedApp.then((app) => {
  if (!app) throw new Error('the client app did not start')
  trackArrivals(app.store)
  return app
})

/** Path of the page in the document. During a navigation, it differs from the path in the URL. */
let shownPath = window.location.pathname
/** Receives an event whenever `shownPath` is set. */
const arrivals = new EventTarget()

function trackArrivals(store: PageStore): void {
  const { arrived } = store
  store.arrived = (path) => {
    arrived(path)
    shownPath = path
    arrivals.dispatchEvent(new Event('arrival'))
  }
}

/** Opens a page in this document. Resolves when the document contains the page. */
export function openPage(address: string): Promise<void> {
  // Click a temporary link, because the page's router handles only clicks.
  const link = Object.assign(document.createElement('a'), { href: address })
  document.body.append(link)
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 0 }))
  link.remove()
  return whenShown(() => link.pathname)
}

/** Resolves when the document contains the page at a path. */
async function whenShown(path: () => string): Promise<void> {
  if (shownPath === path()) return
  const arrived = new Promise<void>((resolve) => {
    arrivals.addEventListener('arrival', () => shownPath === path() && resolve())
  })
  await withTimeout(arrived, 'navigation')
}

/**
 * Updates the page at the current URL. Components, for example forms, receive new props and keep their state; static
 * HTML is morphed. Preserves scroll position and focus.
 * @param marked whether to mark text for the editor
 * @returns the URL to open instead if the edited page no longer exists
 * @throws Error if a reload is needed
 */
export async function updatePage(marked: boolean): Promise<string | undefined> {
  const path = window.location.pathname
  const query = new URLSearchParams({ path, ...(marked && { marked: '' }) })
  const ready = hydrated().then(() => whenShown(() => window.location.pathname))
  const [response] = await Promise.all([fetch(`/@dev/page?${query}`), ready])
  // Rendering failed. Keep the page as it is; the overlay shows the error.
  if (!response.ok) return undefined
  const next = (await response.json()) as PageUpdate
  if (path !== window.location.pathname) return updatePage(marked)
  const { store } = await started
  if (readTheme(parseDocument(next.html)) !== readTheme(document)) throw new Error('the theme has changed')
  // The error page for a missing page has a path of its own.
  if (marked && next.near && (await store.read(path)).path === path) return next.near
  return (await replacePage(next)) ? undefined : updatePage(marked)
}

/**
 * Replaces the open page with a new version.
 * @returns whether the page is still open
 * @throws Error if a reload is needed
 */
export async function replacePage({ html }: PageUpdate): Promise<boolean> {
  const path = window.location.pathname
  const app = await started
  const shown = await app.store.read(path)
  const made = parseDocument(html)
  const next = readPage(made)
  if (shown.path !== next?.page.path) throw new Error('the document contains a different page')
  const { components } = app
  await components.load(next.page)
  // React cannot update a page that it is about to leave.
  if (path !== window.location.pathname) return false

  const first = { path, page: reuseSections(next.page, shown) }
  const { arrived } = app.store
  // Keep the same store object, because a pending navigation may use it.
  Object.assign(app.store, createPageStore({ first, build: next.build, parse: parsePage, prepare: components.load }))
  trackArrivals(app.store)
  flushSync(() => app.root.render(createElement(App, { store: app.store, components, page: first.page })))
  arrived(path)
  morphBlocks(next.page)
  for (const part of AROUND) {
    const [old, next] = [document, made].map((root) => root.querySelector(part))
    if (!old !== !next) throw new Error(`${part} was added or removed`)
    morph(old ?? null, next?.outerHTML, 'outerHTML')
  }
  for (const old of document.head.querySelectorAll(PAGE_METADATA)) old.remove()
  document.head.append(...made.head.querySelectorAll(PAGE_METADATA))
  return true
}

/** Returns what only a reload can change: the theme's class, and the policy, which contains a hash of its styles. */
const readTheme = ({ head, documentElement }: Document) =>
  [documentElement.className, head.querySelector('meta[http-equiv]')?.getAttribute('content')].join()

/** Reuses the objects of unchanged sections, so that React does not render those sections again. */
function reuseSections(page: ClientPage, shown: ClientPage): ClientPage {
  return {
    ...page,
    sections: page.sections.map((section, index) => {
      const old = shown.sections[index]
      const isHtml = section.type === 'html' && old?.type === 'html'
      return old && (isHtml || JSON.stringify(section) === JSON.stringify(old)) ? old : section
    }),
  }
}

function morphBlocks(page: ClientPage): void {
  const blocks = [...document.querySelectorAll('#main > [data-html]')]
  const contents = page.sections.flatMap((section) => (section.type === 'html' ? [section.html] : []))
  if (blocks.length !== contents.length) throw new Error('the document contains different sections')
  for (const [index, block] of blocks.entries()) morph(block, contents[index], 'innerHTML')
}

function morph(element: Element | null, html = '', morphStyle: 'innerHTML' | 'outerHTML'): void {
  if (element)
    Idiomorph.morph(element, html, {
      morphStyle,
      callbacks: { beforeAttributeUpdated: (name) => !KEPT_ATTRIBUTES.includes(name) },
    })
}

/** Starts hydration, which otherwise waits for a user event or idle time. Resolves when the page is hydrated. */
function hydrated(): Promise<void> {
  const { dataset } = document.documentElement
  if ('hydrated' in dataset) return Promise.resolve()
  window.dispatchEvent(new Event('focusin'))
  const isHydrated = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if ('hydrated' in dataset) resolve(observer.disconnect())
    })
    observer.observe(document.documentElement, { attributes: true })
  })
  return withTimeout(isHydrated, 'hydration')
}

function withTimeout<T>(task: Promise<T>, name: string): Promise<T> {
  const expired = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`${name} timed out`)), TIMEOUT)
  })
  return Promise.race([task, expired])
}
