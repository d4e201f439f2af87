import type { OpenPage } from '../open-page.ts'

/** What the editor asks of the page that it lies over. */
export interface PageHandlers {
  /** The visitor went to another page, which has no marks yet. */
  onMoved(): void
  /** Puts a page into the document; undefined is the one that is saved. */
  onShow(made: OpenPage | undefined): void
  onLeave(): void
}

/** An editor that is open. */
export interface Editing {
  /** Goes to another page of the site. */
  go(address: string): void
  /** The page as it is now was put into the document, with marks. */
  shown(): void
  stop(): void
}

/** Exported as `startEditing` by the module that the page names in `<meta name="editor">`. */
export type StartEditing = (handlers: PageHandlers) => Promise<Editing>
