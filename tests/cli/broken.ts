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
  /** What the problem must say. */
  says: { rule: string; severity?: 'warning'; message: string; expected?: string; found?: string; help?: string }
  /** What stands in the place of the marked text's line after `--fix`; undefined where only a person can tell. */
  mended?: string
}
