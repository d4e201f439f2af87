/** Why the relay refuses a document. `translations` has a sentence for each. */
export type DocumentProblem = 'type' | 'damaged' | 'complex' | 'password' | 'macros' | 'embedded' | 'external'

/** Thrown if a document is refused. */
export class DocumentError extends Error {
  readonly problem: DocumentProblem

  constructor(problem: DocumentProblem) {
    super(problem)
    this.problem = problem
  }
}
