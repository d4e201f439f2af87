/** A name and a text of a form, as it came. A form is a list of them: names may repeat, and `__proto__` is a name. */
export type TextEntry = readonly [name: string, text: string]

/** A file that has been written. */
export interface Upload {
  field: string
  /** As the sender calls it, cleaned; see `cleanFileName`. */
  name: string
  /** Our name of it in the draft. */
  file: string
  size: number
  sha256: string
}
