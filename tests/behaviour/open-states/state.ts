import type { Page } from 'playwright-core'

export interface OpenState {
  /** In the words of a file name: `dialog-contact`. No two states have the same. */
  name: string
  path: string
  /** The state that it comes out of, on the same page; without it, the page as it is loaded. */
  after?: OpenState
  /** Opens it on its page, which is loaded and hydrated, and returns when it stands there. */
  open(page: Page): Promise<void>
  /** The part to look at; without it, the window as it stands. */
  part?: string
  /** Widths of the window that have it, in CSS pixels. */
  from?: number
  to?: number
  /** False where it is what visitors without scripting see: the page must run no scripts. */
  scripting?: false
  /** It is sent with a policy under which no script runs, that of a check neither. */
  sandboxed?: true
  /** It needs a relay that has received nothing so far. */
  fresh?: true
}
