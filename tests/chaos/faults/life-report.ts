/** Result of a scripted run of the relay, printed on stdout as one line of JSON. */
export interface LifeReport {
  /** Promises that were broken. */
  broken: string[]
  /** Submissions that only an operator could deliver now. */
  parked: string[]
  /** Files that should have been deleted. */
  left: string[]
  /** Messages of refused starts that succeeded on the next attempt. */
  ended: string[]
  acknowledged: number
  refused: number
}
