import type { OpenPage } from '../open-page.ts'

/** Callbacks of the editor. */
export interface PageHandlers {
  /** The visitor went to another page, which has no marks yet. */
  onMoved(): void
  /** Shows a page in the document; without one, the saved page. */
  onShow(made: OpenPage | undefined): void
  onLeave(): void
}

/** An open editor. */
export interface Editing {
  /** Goes to another page of the site. */
  go(address: string): void
  /** The document now shows the current page, with marks. */
  shown(): void
  stop(): void
}

/** Exported as `startEditing` by the module that the page names in `<meta name="editor">`. */
export type StartEditing = (handlers: PageHandlers) => Promise<Editing>
