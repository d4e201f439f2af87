/** Text of each content file, by file name. */
export interface Texts {
  get(file: string): string | undefined
  keys(): Iterable<string>
}
