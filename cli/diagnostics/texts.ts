/** Texts of the content files by name. */
export interface Texts {
  get(file: string): string | undefined
  keys(): Iterable<string>
}
