import { createPageStore } from '@northshelf/site/client/page-store.ts'
import type { ClientPage } from '@northshelf/site/sections/view.ts'
import { running } from '@northshelf/site/vike/+client.ts'
import { App } from '@northshelf/site/vike/app.tsx'
import { Idiomorph } from 'idiomorph'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import type { OpenPage } from '../open-page.ts'

/** Elements of a head that differ between pages. */
const OF_PAGE =
  'title, meta:not([name=version]), link[rel=canonical], link[rel=alternate], script[type="application/ld+json"]'
/** Time limit of hydration in milliseconds. */
const PATIENCE = 10_000

/** Parts around the page that React does not manage. */
const AROUND = ['.skip', '.top', '.foot', '.help']
/** Inlined styles. The full stylesheet has them too, and the policy of this page may not allow them. */
const INLINED = /<style>.*?<\/style>/s
/** Attributes that keep their value, so that open parts stay open. */
const OPENED = ['open', 'aria-expanded', 'data-live']

const started = running.then((app) => app ?? Promise.reject(new Error('nothing runs here')))

/**
 * Updates the page at the current address. Components, such as forms, get new props and keep their state; static HTML is
 * morphed. Scroll position and focus stay.
 * @param marked whether texts have marks
 * @returns the address to go to if the edited page no longer exists
 * @throws if a reload is needed
 */
export async function updatePage(marked: boolean): Promise<string | undefined> {
  const path = window.location.pathname
  const query = new URLSearchParams({ path, ...(marked && { marked: '' }) })
  const [response] = await Promise.all([fetch(`/@dev/page?${query}`), hydrated()])
  // Rendering failed: keep the page; the overlay shows the error.
  if (!response.ok) return undefined
  const made = (await response.json()) as OpenPage
  if (path !== window.location.pathname) return updatePage(marked)
  const { store } = await started
  if (marked && made.near && (await store.read(path)).path !== made.page.path) return made.near
  await showPage(made)
}

/** Replaces the page at the same address. @throws if a reload is needed */
export async function showPage(made: OpenPage): Promise<void> {
  const path = window.location.pathname
  const app = await started
  const shown = await app.store.read(path)
  if (shown.path !== made.page.path) throw new Error('another page stands here now')
  const { components } = app
  await components.load(made.page)

  const first = { path, page: keepKnown(made.page, shown) }
  const { arrived } = app.store
  // Keeps the store object, which a pending navigation may use.
  Object.assign(app.store, createPageStore({ first, build: made.build, prepare: components.load }))
  flushSync(() => app.root.render(createElement(App, { store: app.store, components, page: first.page })))
  arrived(path)
  morphBlocks(made.page)
  const { head, body } = new DOMParser().parseFromString(made.html.replace(INLINED, ''), 'text/html')
  for (const part of AROUND) morph(document.querySelector(part), body.querySelector(part)?.outerHTML, 'outerHTML')
  for (const old of document.head.querySelectorAll(OF_PAGE)) old.remove()
  document.head.append(...head.querySelectorAll(OF_PAGE))
}

/** Reuses unchanged section objects, so that React does not render them again. */
function keepKnown(page: ClientPage, now: ClientPage): ClientPage {
  return {
    ...page,
    sections: page.sections.map((section, index) => {
      const known = now.sections[index]
      const html = section.type === 'html' && known?.type === 'html'
      return known && (html || JSON.stringify(section) === JSON.stringify(known)) ? known : section
    }),
  }
}

function morphBlocks(page: ClientPage): void {
  const blocks = [...document.querySelectorAll('#main > div:not([class])')]
  const wanted = page.sections.flatMap((section) => (section.type === 'html' ? [section.html] : []))
  if (blocks.length !== wanted.length) throw new Error('the document is not made of these sections')
  for (const [index, block] of blocks.entries()) morph(block, wanted[index], 'innerHTML')
}

function morph(element: Element | null, html = '', morphStyle: 'innerHTML' | 'outerHTML'): void {
  if (element)
    Idiomorph.morph(element, html, {
      morphStyle,
      callbacks: { beforeAttributeUpdated: (name) => !OPENED.includes(name) },
    })
}

/** Starts hydration, which otherwise waits for a user event or idle time, and waits for it. */
function hydrated(): Promise<void> {
  const { dataset } = document.documentElement
  if ('hydrated' in dataset) return Promise.resolve()
  window.dispatchEvent(new Event('pointerover'))
  return new Promise((resolve, reject) => {
    const observer = new MutationObserver(() => {
      if ('hydrated' in dataset) resolve(observer.disconnect())
    })
    observer.observe(document.documentElement, { attributes: true })
    setTimeout(() => reject(new Error('the page was not hydrated')), PATIENCE)
  })
}
