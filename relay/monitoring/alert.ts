/**
 * `corrupt`: damaged, set aside · `dead`: given up after an answer · `interrupted`: given up because the relay ended
 * during it repeatedly · `refused`: fix the settings or the receiver · `held`: treated as spam ·
 * `overdue`: due for long, and nothing moves · `state-lost`: sent again · `target-missing`: waits for a target that is
 * not set up · `newer`: written by a newer relay, waits for it · `copies`: one of two was kept · `database`: is away,
 * or there again · `clock`: may be wrong, so that old entries are kept · `disk`: all else that fails there
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
