/** Reasons for an alert. */
export const alertKinds = [
  'corrupt', // an entry was damaged and has been set aside
  'dead', // the relay gave up on a delivery
  'interrupted', // the relay gave up on a delivery, because it had stopped during several attempts in a row
  'refused', // deliveries fail until an operator fixes the settings or the receiver
  'held', // a submission was treated as spam
  'overdue', // a target has made no progress with due deliveries for a long time
  'state-lost', // the state of a delivery was lost, so it is sent again
  'target-missing', // a delivery is waiting for a target that is not configured
  'newer', // an entry is waiting for the newer relay that wrote it
  'copies', // there were two or more copies of an entry, and only one was kept
  'database', // the database became unavailable, or available again
  'clock', // the clock may be wrong, so old entries are kept
  'disk', // another disk error occurred
] as const

/** A condition that needs an operator's attention; the relay keeps running. `detail` never contains visitor input. */
export interface Alert {
  kind: (typeof alertKinds)[number]
  /** Id of the submission. */
  id?: string
  target?: string
  detail: string
}
