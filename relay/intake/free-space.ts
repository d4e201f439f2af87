import type { Clock } from '../clock.ts'
import type { Store } from '../spool/store.ts'

const LOOK_EVERY = 1000

/** Whether the spool has room for posts. Asks the file system at most once a second. */
export function createSpaceCheck(store: Store, clock: Clock, least: number): () => Promise<boolean> {
  let looked = Number.NEGATIVE_INFINITY
  let enough = Promise.resolve(true)
  return () => {
    if (clock.now() - looked >= LOOK_EVERY || clock.now() < looked) {
      looked = clock.now()
      enough = store.free().then(
        (free) => free >= least,
        () => false,
      )
    }
    return enough
  }
}
