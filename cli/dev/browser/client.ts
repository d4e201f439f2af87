import type { OpenPage } from '../open-page.ts'
import '@vitejs/plugin-react/preamble'
import type { State } from '../live-site.ts'
import type { Editing, StartEditing } from './editing.ts'
import { showTroubles } from './overlay.ts'
import { addPencil } from './pencil.ts'

/** Runs in every page of the dev server: shows problems, and updates the page without a reload. */

let shown = Number(document.querySelector<HTMLMetaElement>('meta[name=version]')?.content)
let work: Promise<void> = Promise.resolve()
// Loaded separately, so that problems show even if the components do not load.
const loading = import('./update-page.ts')
loading.catch(() => {})

/** Labels unpublished pages. */
const marks = Object.assign(document.createElement('link'), { rel: 'stylesheet' })

function take({ version, troubles }: State): void {
  showTroubles(troubles)
  marks.href = `/@dev/unpublished.css?${version}`
  document.head.append(marks)
  if (version === shown) return
  shown = version
  again()
}

/** The editor, while the page is edited. */
let editing: Editing | undefined

function again(): void {
  work = work.then(update).catch((error: unknown) => {
    console.warn(error)
    window.location.reload()
  })
}

async function update(): Promise<void> {
  // There was no page yet, only problems.
  if (!document.getElementById('main')) return window.location.reload()
  const { updatePage } = await loading
  const near = await updatePage(editing !== undefined)
  if (near) editing?.go(near)
  else editing?.shown()
}

/** Key that keeps the editor open across reloads of this window. */
const EDITING = 'site-editing'

/** Address of the editor's module; undefined if editing is not allowed. */
const editor = document.querySelector<HTMLMetaElement>('meta[name=editor]')?.content

async function enter(): Promise<void> {
  pencil?.show(false)
  const { startEditing } = (await import(/* @vite-ignore */ `${editor}`)) as { startEditing: StartEditing }
  editing = await startEditing({ onMoved: again, onShow: showUnsaved, onLeave: leave }).catch((error: Error) => {
    sessionStorage.removeItem(EDITING)
    window.alert(error.message)
    return undefined
  })
  if (!editing) return pencil?.show(true)
  sessionStorage.setItem(EDITING, 'yes')
  again()
}

const pencil = editor === undefined ? undefined : addPencil(enter)
if (pencil && sessionStorage.getItem(EDITING)) void enter()

/** Shows unsaved content; undefined shows the saved page. */
function showUnsaved(made: OpenPage | undefined): void {
  if (!made) {
    again()
    return
  }
  work = work.then(async () => {
    await (await loading).showPage(made)
    editing?.shown()
  })
}

function leave(): void {
  editing?.stop()
  editing = undefined
  sessionStorage.removeItem(EDITING)
  pencil?.show(true)
  again()
}

import.meta.hot?.on('site:state', take)
// Fetches changes from before the connection, in order with later events.
import.meta.hot?.send('site:state')
// Vite replaces the stylesheet, but not the inlined part.
import.meta.hot?.on('vite:beforeUpdate', ({ updates }) => {
  if (updates.some(({ type }) => type === 'css-update')) document.querySelector('head > style')?.remove()
})
