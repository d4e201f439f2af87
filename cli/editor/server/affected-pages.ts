import path from 'node:path'
import { formatUtcDate } from '../../content/publication.ts'
import { Failure } from '../../diagnostics/failure.ts'
import { compareWithCommit } from '../../diff/compare-with-commit.ts'
import { listFilterPrograms } from './git.ts'
import { HttpError } from './http-errors.ts'

/** Maps each changed content file to the addresses of the pages that it affects. */
export type AffectedPages = Record<string, string[]>

/**
 * Lists affected pages, including draft pages, because the editor shows drafts.
 * @throws HttpError if git fails or is missing
 */
export async function listAffectedPages(folder: string): Promise<AffectedPages> {
  const [filter] = listFilterPrograms(path.dirname(folder))
  if (filter) throw new HttpError(`Cannot compare: the repository makes git run a program (filter.${filter}).`, 409)
  const difference = await compareWithCommit('HEAD', folder, { today: formatUtcDate(), drafts: true }).catch(
    (error: unknown) => {
      throw error instanceof Failure ? new HttpError(error.message, 409) : error
    },
  )
  const affected: AffectedPages = {}
  for (const { page, causes } of difference.changedPages)
    for (const file of new Set(causes.map((cause) => cause.file))) affected[file] = [...(affected[file] ?? []), page]
  return affected
}
