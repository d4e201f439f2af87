import { createPageStore } from '@northshelf/site/client/page-store.ts'
import type { ClientPage } from '@northshelf/site/sections/view.ts'
import { running } from '@northshelf/site/vike/+client.ts'
import { App } from '@northshelf/site/vike/app.tsx'
import { Idiomorph } from 'idiomorph'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import type { OpenPage } from '../open-page.ts'

/** Everything of a head that belongs to the page and not to the site. */
const OF_PAGE =
  'title, meta:not([name=version]), link[rel=canonical], link[rel=alternate], script[type="application/ld+json"]'
/** How long a page may take to be hydrated, in milliseconds. */
const PATIENCE = 10_000

/** What surrounds the page, and is not React's. */
const AROUND = ['.skip', '.top', '.foot', '.help']
/** The styles of the first sight. They are in the whole stylesheet too, and the policy of this page may not know them. */
const INLINED = /<style>.*?<\/style>/s
/** What the visitor has opened stays open. */
const OPENED = ['open', 'aria-expanded', 'data-live']

const started = running.then((app) => app ?? Promise.reject(new Error('nothing runs here')))

/**
 * Updates the page at the current address. React gets the new data of what it looks after, such as forms,
 * which keep what is typed in them; HTML that it takes as it is is morphed. Place and focus stay.
 * @param marked with marks in its texts that say where they come from
 * @returns while the page is edited, the address to go to if the page that was shown does not exist any more
 * @throws when that is not possible; a full load then is
 */
export async function updatePage(marked: boolean): Promise<string | undefined> {
  const path = window.location.pathname
  const query = new URLSearchParams({ path, ...(marked && { marked: '' }) })
  const [response] = await Promise.all([fetch(`/@dev/page?${query}`), hydrated()])
  // It does not render: the page stays, and the overlay says why.
  if (!response.ok) return undefined
  const made = (await response.json()) as OpenPage
  if (path !== window.location.pathname) return updatePage(marked)
  const { store } = await started
  if (marked && made.near && (await store.read(path)).path !== made.page.path) return made.near
  await showPage(made)
}

/** Puts a page in the place of the one that is shown, at the same address. @throws when that is not possible */
export async function showPage(made: OpenPage): Promise<void> {
  const path = window.location.pathname
  const app = await started
  const shown = await app.store.read(path)
  if (shown.path !== made.page.path) throw new Error('another page stands here now')
  const { components } = app
  await components.load(made.page)

  const first = { path, page: keepKnown(made.page, shown) }
  const { arrived } = app.store
  // The same object: who is following a link asks it when the page has arrived, and all is still until then.
  Object.assign(app.store, createPageStore({ first, build: made.build, prepare: components.load }))
  flushSync(() => app.root.render(createElement(App, { store: app.store, components, page: first.page })))
  arrived(path)
  morphBlocks(made.page)
  const { head, body } = new DOMParser().parseFromString(made.html.replace(INLINED, ''), 'text/html')
  for (const part of AROUND) morph(document.querySelector(part), body.querySelector(part)?.outerHTML, 'outerHTML')
  for (const old of document.head.querySelectorAll(OF_PAGE)) old.remove()
  document.head.append(...head.querySelectorAll(OF_PAGE))
}

/** What React has been given before stays the same object: it then leaves that part of the document alone. */
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

/** Hydration begins with the first sign of a visitor, or when nothing else is to be done: here it is asked for. */
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
