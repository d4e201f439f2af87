/** A problem of a built page. */
export interface Fault {
  /** Stable id, such as `shown/braces`. */
  rule: string
  /** An error if undefined. */
  severity?: 'warning'
  message: string
  /** The visible text, to find its source in the content. */
  text?: string
  help: string
}
