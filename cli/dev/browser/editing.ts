import type { OpenPage } from '../open-page.ts'

/** Callbacks from the editor to the page. */
export interface PageHandlers {
  /** Called when the user has opened another page, which has no marks yet. */
  onNavigate(): void
  /** Shows an unsaved version of a page in the document; if undefined, shows the saved version. */
  onShow(preview: OpenPage | undefined): void
  onExit(): void
}

/** An open editor. */
export interface Editing {
  /** Opens another page of the site. */
  navigate(address: string): void
  /** Called after the document has been updated, to read its text again. */
  pageUpdated(): void
  stop(): void
}

/** Type of the export `startEditing` in the module that the page names in `<meta name="editor">`. */
export type StartEditing = (handlers: PageHandlers) => Promise<Editing>
