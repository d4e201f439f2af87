export interface CompileError {
  /** Absolute path; undefined if the compiler names no file. */
  file: string | undefined
  line: number
  column: number
  message: string
  /** Excerpt of the file. */
  frame: string | undefined
}

/** Lists the errors in an exception of Vite or Rolldown, with paths resolved from `folder`. */
export function listCompileErrors(error: unknown, folder: string): CompileError[]
