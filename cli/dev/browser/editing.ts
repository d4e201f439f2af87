import type { OpenPage } from '../open-page.ts'

/** Callbacks of the editor. */
export interface PageHandlers {
  /** The user opened another page, which has no marks yet. */
  onNavigate(): void
  /** Shows an unsaved page in the document; undefined shows the saved one. */
  onShow(preview: OpenPage | undefined): void
  onExit(): void
}

/** An open editor. */
export interface Editing {
  /** Opens another page of the site. */
  navigate(address: string): void
  /** Reads the texts after the document has been updated. */
  pageUpdated(): void
  stop(): void
}

/** Exported as `startEditing` by the module that the page names in `<meta name="editor">`. */
export type StartEditing = (handlers: PageHandlers) => Promise<Editing>
