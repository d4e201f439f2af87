/** A problem on a built page. */
export interface PageProblem {
  /** Stable id, such as `shown/braces`. */
  rule: string
  /** Undefined for errors. */
  severity?: 'warning'
  message: string
  /** Visible text, used to find its source in the content. */
  text?: string
  help: string
}
