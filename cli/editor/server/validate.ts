import type { SavedFiles } from '../../content/content-files.ts'
import type { EditionRequest } from '../../content/publication.ts'
import type { ContentReader } from '../../dev/snapshot.ts'
import { listNewErrors } from '../../diagnostics/problem.ts'
import type { SavedContent } from '../../engine/load.ts'
import type { FileWrite } from '../files/content-store.ts'
import { type FieldProblem, HttpError, ValidationError } from '../files/http-errors.ts'
import { placeProblem } from '../files/place-problem.ts'

/** Validates files with the rules of `site check` before they are written. */
export function createValidator(reader: () => ContentReader | undefined) {
  /** Reads and validates the content. @throws HttpError if the sources have never compiled */
  async function assess(edition?: EditionRequest): Promise<SavedContent> {
    const current = reader()
    if (!current) throw new HttpError('The site has not compiled yet. Fix the errors shown in the terminal first.', 503)
    return current.parse(edition)
  }

  return {
    assess,
    /** Lists the warnings for a file. */
    async remarks(file: string): Promise<FieldProblem[]> {
      const now = await assess()
      return now.problems
        .filter((problem) => problem.file === file && problem.severity !== 'error')
        .map((problem) => placeProblem(problem, now))
    },
    /** @returns the content with which the files were checked. @throws ValidationError if the files introduce an error */
    async check(files: readonly FileWrite[]): Promise<SavedFiles> {
      const before = await assess()
      const after = await before.dryRun(new Map(files.map(({ file, after: bytes }) => [file, bytes])))
      if (after.content) return before.files
      const found = listNewErrors(before.problems, after.problems)
      if (found.length > 0) throw new ValidationError(found.map((problem) => placeProblem(problem, after)))
      if (before.content) throw new HttpError('The site cannot be built without this file.')
      return before.files
    },
  }
}
