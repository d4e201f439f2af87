import type { Clock } from '../clock.ts'
import type { Store } from '../spool/store.ts'

const LOOK_EVERY = 1000

/** Whether so many free bytes are room for a post. Nothing never is, whatever is asked for. */
export function isEnough(free: number, least: number): boolean {
  return free > 0 && free >= least
}

/** Whether the spool has room for posts. Asks the file system at most once a second. */
export function createSpaceCheck(store: Store, clock: Clock, least: number): () => Promise<boolean> {
  let looked = Number.NEGATIVE_INFINITY
  let enough = Promise.resolve(true)
  return () => {
    if (clock.now() - looked >= LOOK_EVERY || clock.now() < looked) {
      looked = clock.now()
      enough = store.free().then(
        (free) => isEnough(free, least),
        () => false,
      )
    }
    return enough
  }
}
