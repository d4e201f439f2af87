/** What a life came to, told on stdout as one line of JSON. */
export interface LifeReport {
  /** Promises that were broken. */
  broken: string[]
  /** What stands at the end where only an operator would get it on. */
  parked: string[]
  /** What should not be there any more. */
  left: string[]
  /** Starts that were refused, in the relay's words; the next one went through. */
  ended: string[]
  acknowledged: number
  refused: number
}
