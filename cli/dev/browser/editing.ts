import type { PageUpdate } from '../page-update.ts'

/** Callbacks from the editor to the page. */
export interface EditorHandlers {
  /** Called when the user has opened another page, whose text has no marks yet. */
  onNavigate(): void
  /** Shows an unsaved version of a page in the document; if undefined, shows the saved version. */
  onShow(preview: PageUpdate | undefined): void
  onExit(): void
}

export interface EditorHandle {
  /** Opens another page of the site. */
  navigate(address: string): void
  /** Rereads the document's text after an update. */
  pageUpdated(): void
  stop(): void
}

/** Type of the `startEditing` export of the module whose URL is in `<meta name="editor">`. */
export type StartEditing = (handlers: EditorHandlers) => Promise<EditorHandle>
