import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Snapshot } from './snapshot.ts'

/** Maximum time in milliseconds that a comparison blocks the event loop. */
const SLICE = 8

/** Lists changed, new and removed pages. Compares all pages, because a list of dependencies could be incomplete. */
export async function listChangedPages(before: Snapshot, after: Snapshot): Promise<string[]> {
  const all = new Set([...after.paths, ...before.paths])
  if (!isDeepStrictEqual(before.sites, after.sites)) return [...all]
  const changed: string[] = []
  let start = performance.now()
  for (const path of all) {
    if (performance.now() - start > SLICE) {
      await setImmediate()
      start = performance.now()
    }
    const old = before.page(path)
    const made = after.page(path)
    if (!isDeepStrictEqual([old?.view, old?.meta], [made?.view, made?.meta])) changed.push(path)
  }
  return changed
}
