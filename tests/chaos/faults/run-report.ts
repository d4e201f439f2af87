/** Result of a scripted run of the relay, printed on stdout as one line of JSON. */
export interface RunReport {
  /** Promises that were broken. */
  broken: string[]
  /** Submissions that need an operator. */
  parked: string[]
  /** Files that should have been deleted. */
  left: string[]
  /** Error messages from failed starts that succeeded on the next attempt. */
  failedStarts: string[]
  acknowledged: number
  refused: number
}
