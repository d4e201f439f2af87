/** Something that visitors or search engines get otherwise than it was meant. */
export interface Fault {
  /** Stable id, such as `shown/braces`. */
  rule: string
  /** A warning does not keep a page from being published. */
  severity?: 'warning'
  message: string
  /** What is shown, word for word, where that can be looked for in the content. */
  text?: string
  help: string
}
