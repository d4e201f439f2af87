/** A mistake in content. `⟦ ⟧` marks the expected location of the problem; the file is written without the marks. */
export interface Broken {
  /** Description of the mistake, for test titles. */
  name: string
  /** File to write, relative to the content folder. */
  file: string
  /** File to copy; without it, `text` is the whole file. */
  from?: string
  /** Target of the symbolic link to create instead of a regular file. */
  linkTo?: string
  /** Text to replace with `text`. */
  old?: string | RegExp
  text: string
  /** Expected problem. */
  says: { rule: string; severity?: 'warning'; message: string; expected?: string; found?: string; help?: string }
  /** The line after `--fix` corrects it; undefined if the mistake has no unambiguous fix. */
  mended?: string
}
