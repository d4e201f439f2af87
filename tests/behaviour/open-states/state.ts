import type { Page } from 'playwright-core'

export interface OpenState {
  /** A unique name that can be a file name: `dialog-contact`. */
  name: string
  path: string
  /** The previous state on the same page; by default, the loaded page. */
  after?: OpenState
  /** Opens the state on its hydrated page, and resolves when it is visible. */
  open(page: Page): Promise<void>
  /** The part to show; by default, the window. */
  part?: string
  /** Range of window widths that have this state, in CSS pixels. */
  from?: number
  to?: number
  /** False for states that only visitors without scripting see. */
  scripting?: false
  /** True if the page has a policy that allows no scripts, not even those of inspectors. */
  sandboxed?: true
  /** True if it needs a relay without earlier submissions. */
  fresh?: true
}
