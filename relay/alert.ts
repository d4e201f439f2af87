/** Something that an operator should look at. The relay goes on. `detail` holds nothing that a visitor typed. */
export interface Alert {
  kind: 'corrupt' | 'dead' | 'refused' | 'held' | 'state-lost' | 'target-missing' | 'disk'
  /** The submission that it is about. */
  id?: string
  target?: string
  detail: string
}
