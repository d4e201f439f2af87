/** A mistake in content. `⟦ ⟧` marks the expected location of the problem; the marks are not written. */
export interface Broken {
  /** Description of the mistake, for test titles. */
  name: string
  /** File to write, relative to the content folder. */
  file: string
  /** File to copy; without it, `text` is the whole file. */
  from?: string
  /** Target, if the file is a symbolic link. */
  linkTo?: string
  /** Text to replace with `text`. */
  old?: string | RegExp
  text: string
  /** Expected problem. */
  says: { rule: string; severity?: 'warning'; message: string; expected?: string; found?: string; help?: string }
  /** The line after `--fix`; undefined if there is no unambiguous fix. */
  mended?: string
}
