/**
 * `corrupt`: damaged, set aside · `dead`: delivery given up · `interrupted`: given up because the relay stopped
 * repeatedly while sending · `refused`: fix the settings or the receiver · `held`: treated as spam ·
 * `overdue`: due for a long time without progress · `state-lost`: sent again · `target-missing`: waits for a target
 * that is not configured · `newer`: waits for the newer relay that wrote it · `copies`: one of two copies was kept ·
 * `database`: unavailable, or available again · `clock`: may be wrong, so old entries are kept · `disk`: other errors
 * of the disk
 */
export const alertKinds = [
  'corrupt',
  'dead',
  'interrupted',
  'refused',
  'held',
  'overdue',
  'state-lost',
  'target-missing',
  'newer',
  'copies',
  'database',
  'clock',
  'disk',
] as const

/** A condition that needs an operator's attention; the relay keeps running. `detail` never contains visitor input. */
export interface Alert {
  kind: (typeof alertKinds)[number]
  /** Id of the submission. */
  id?: string
  target?: string
  detail: string
}
