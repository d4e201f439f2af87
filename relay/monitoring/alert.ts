/**
 * `corrupt`: damaged, set aside · `dead`: given up after an answer · `interrupted`: given up because the relay ended
 * during it repeatedly · `refused`: fix the settings or the receiver · `held`: treated as spam ·
 * `overdue`: due for long without progress · `state-lost`: sent again · `target-missing`: waits for a target that is
 * not configured · `newer`: waits for the newer relay that wrote it · `copies`: one of two was kept · `database`:
 * unavailable, or available again · `clock`: may be wrong, so that old entries are kept · `disk`: other disk errors
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
  /** The submission that it is about. */
  id?: string
  target?: string
  detail: string
}
