import { askForConsent } from '@northshelf/site/measurement/consent.ts'
import { createSerialQueue } from '../../serial-queue.ts'
import type { LiveSiteState } from '../live-site.ts'
import type { PageUpdate } from '../render-page.ts'
import { addEditButton } from './edit-button.ts'
import { showProblems } from './overlay.ts'

/** Runs on every page of `site dev` and of the studio. Shows problems, and updates the page without reloading it. */

/** Callbacks from the editor to the page. */
export interface EditorHandlers {
  /** Called when the user has opened another page, whose text has no marks yet. */
  onNavigate(): void
  /** Shows an unsaved version of a page in the document; if undefined, shows the saved version. */
  onShow(preview: PageUpdate | undefined): void
  onExit(): void
  /** Opens a page in this document. Resolves when the document contains the page. */
  openPage(address: string): Promise<void>
  /** Runs a task that may rename or delete the open page. Updates of the page wait until the task has finished. */
  pauseUpdates(task: () => Promise<void>): Promise<void>
}

interface EditorHandle {
  navigate(address: string): Promise<void>
  /** Rereads the document's text after an update. */
  pageUpdated(): void
  /** Called when an update of the page has failed. Reloads the page as soon as nothing is being edited. */
  updateFailed(): void
  stop(): void
}

/** Type of the `startEditing` export of the module whose URL is in `<meta name="editor">`. */
export type StartEditing = (handlers: EditorHandlers) => Promise<EditorHandle>

// Shows the question but starts no services, so that they do not count the maintainer's work.
askForConsent(() => {})

let shownVersion = Number(document.querySelector<HTMLMetaElement>('meta[name=version]')?.content)
/** Runs updates of the page one at a time. */
const inTurn = createSerialQueue()
// Loaded separately, so that problems are shown even if the components fail to load.
const loading = import('./update-page.ts')
loading.catch(() => {})

const unpublishedStyles = Object.assign(document.createElement('link'), { rel: 'stylesheet' })

/** Shows the problems of the site's current state, and updates the page if the site has changed. */
export function applyState({ version, problems }: LiveSiteState): void {
  showProblems(problems)
  unpublishedStyles.href = `/@dev/unpublished.css?${version}`
  document.head.append(unpublishedStyles)
  if (version === shownVersion) return
  shownVersion = version
  scheduleUpdate()
}

/** The editor while it is open; otherwise undefined. */
let editing: EditorHandle | undefined

function scheduleUpdate(): void {
  inTurn(update).catch((error: unknown) => {
    console.warn(error)
    if (editing) editing.updateFailed()
    else window.location.reload()
  })
}

async function update(): Promise<void> {
  // Reload if the document shows only problems instead of a page.
  if (!document.getElementById('main')) return window.location.reload()
  const { updatePage } = await loading
  const near = await updatePage(editing !== undefined)
  if (near) await editing?.navigate(near)
  else editing?.pageUpdated()
}

/** Session storage key that keeps the editor open across reloads. */
const EDITING = 'site-editing'

/** URL of the editor's module; undefined if editing is not allowed. */
const editor = document.querySelector<HTMLMetaElement>('meta[name=editor]')?.content

async function openEditor(): Promise<void> {
  showEditButton?.(false)
  const { startEditing } = (await import(/* @vite-ignore */ `${editor}`)) as { startEditing: StartEditing }
  const handlers = {
    onNavigate: scheduleUpdate,
    onShow: showUnsaved,
    onExit: closeEditor,
    openPage: async (address: string) => (await loading).openPage(address),
    pauseUpdates: inTurn,
  }
  editing = await startEditing(handlers).catch((error: Error) => {
    sessionStorage.removeItem(EDITING)
    window.alert(error.message)
    return undefined
  })
  if (!editing) return showEditButton?.(true)
  sessionStorage.setItem(EDITING, 'yes')
  scheduleUpdate()
}

const showEditButton = editor === undefined ? undefined : addEditButton(openEditor)
if (showEditButton && sessionStorage.getItem(EDITING)) void openEditor()

/** Shows an unsaved version of the page; if undefined, shows the saved version. */
function showUnsaved(preview: PageUpdate | undefined): void {
  if (!preview) {
    scheduleUpdate()
    return
  }
  void inTurn(async () => {
    await (await loading).replacePage(preview)
    editing?.pageUpdated()
  })
}

function closeEditor(): void {
  editing?.stop()
  editing = undefined
  sessionStorage.removeItem(EDITING)
  showEditButton?.(true)
  scheduleUpdate()
}
