import type { Alert } from './alert.ts'
import type { Clock } from './clock.ts'

const DAY = 24 * 60 * 60 * 1000

/**
 * Tells of what is held back as spam, so that somebody looks before it is deleted: at most once a day, because programs
 * come by the hundred and nobody reads a hundred alerts.
 */
export function createHeldAlert(clock: Clock, onAlert: (alert: Alert) => void): (id: string) => void {
  let next = 0
  return (id) => {
    if (clock.now() < next) return
    next = clock.now() + DAY
    onAlert({
      kind: 'held',
      id,
      detail: 'held back as spam; relay list --place spam shows all, relay release <id> sends',
    })
  }
}
