import type { Page } from 'playwright-core'
import type { Contract } from '../../src/forms/contract.ts'
import { hydrated } from './browser.ts'
import { dialogStates } from './open-states/dialogs.ts'
import { foldStates } from './open-states/folds.ts'
import { listFormStates } from './open-states/forms.ts'
import { menuStates } from './open-states/menus.ts'
import { listRelayStates } from './open-states/relay.ts'
import type { OpenState } from './open-states/state.ts'
import { troubleStates } from './open-states/troubles.ts'

/**
 * Lists all site states without their own URL, for example open dialogs and error messages. Tests and screenshots use
 * this list.
 * @param contracts forms by form type, as built for the relay
 */
export function listOpenStates(contracts: Record<string, Contract>): OpenState[] {
  return [
    ...menuStates,
    ...dialogStates,
    ...foldStates,
    ...listFormStates(contracts),
    ...troubleStates,
    ...listRelayStates(contracts),
  ]
}

/** Reports whether a state exists at a window width, in CSS pixels. */
export function appearsAt(width: number, { from = 0, to = Number.POSITIVE_INFINITY }: OpenState): boolean {
  return from <= width && width <= to
}

/** Puts a page into a state. @param site URL of a preview with a relay; see `runRelay` */
export async function reachState(page: Page, site: string, state: OpenState): Promise<void> {
  if (state.after) await reachState(page, site, state.after)
  else {
    await page.goto(site + state.path)
    if (state.scripting !== false) await hydrated(page)
  }
  await state.open(page)
}
