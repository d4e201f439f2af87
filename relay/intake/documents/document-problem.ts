/** Why the relay refuses a document. `translations` has a sentence for each. */
export type DocumentProblem = 'type' | 'damaged' | 'complex' | 'password' | 'macros' | 'embedded' | 'external'

/** Thrown while the parts of a document are read. */
export class DocumentError extends Error {
  readonly problem: DocumentProblem

  constructor(problem: DocumentProblem) {
    super(problem)
    this.problem = problem
  }
}
