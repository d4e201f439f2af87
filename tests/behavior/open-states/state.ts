import type { Page } from 'playwright-core'

export interface OpenState {
  /** A unique name that is a valid file name, for example `dialog-contact`. */
  name: string
  path: string
  /** The state that must be reached first on the same page; by default, the newly loaded page. */
  after?: OpenState
  /** Puts the hydrated page into this state, and resolves when the state is visible. */
  open(page: Page): Promise<void>
  /** A name that this state shares with others that look alike. Tests try only the first of them. */
  like?: string
  /** Selector of the part to show; by default, the whole window. */
  part?: string
  /** Range of window widths at which this state exists, in CSS pixels. */
  from?: number
  to?: number
  /** False for states that only visitors without JavaScript see. */
  scripting?: false
  /** True if the page's content security policy blocks all scripts, including those that inspectors run. */
  sandboxed?: true
  /** True if this state needs a relay without earlier submissions. */
  fresh?: true
}
