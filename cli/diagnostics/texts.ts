/** Text of each content file, by file name. */
export interface FileTexts {
  get(file: string): string | undefined
  keys(): Iterable<string>
}
