/** One way to break content. `⟦ ⟧` marks the place that the problem must have; the marks are not written. */
export interface Broken {
  /** What a maintainer did. */
  name: string
  /** The file that is written, in the content folder. */
  file: string
  /** The file it is a copy of; without one, `text` is the whole file. */
  from?: string
  /** It is a link to this, instead of a file. */
  linkTo?: string
  /** Replaced, and by what. */
  old?: string | RegExp
  text: string
  /** Expected text of the problem. */
  says: { rule: string; severity?: 'warning'; message: string; expected?: string; found?: string; help?: string }
  /** The line after `--fix`; undefined if there is no unambiguous fix. */
  mended?: string
}
