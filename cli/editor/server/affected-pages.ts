import path from 'node:path'
import { formatUtcDate } from '../../content/publication.ts'
import { Failure } from '../../diagnostics/failure.ts'
import { compareWithCommit } from '../../diff/compare-with-commit.ts'
import { listFilterPrograms } from './git.ts'
import { HttpError } from './http-errors.ts'

/** For each changed content file, the addresses of the pages that differ from the last commit because of it. */
export type AffectedPages = Record<string, string[]>

/** Includes drafts, because the editor shows them. @throws HttpError if git cannot compare or is not installed */
export async function listAffectedPages(folder: string): Promise<AffectedPages> {
  const [filter] = listFilterPrograms(path.dirname(folder))
  if (filter) throw new HttpError(`Not compared: git would run a program of this repository (filter.${filter}).`, 409)
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
