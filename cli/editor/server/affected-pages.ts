import path from 'node:path'
import { dayOf } from '../../content/publication.ts'
import { Failure } from '../../diagnostics/failure.ts'
import { compareWithCommit } from '../../diff/compare-with-commit.ts'
import { listFilters } from './git.ts'
import { HttpError } from './http-errors.ts'

/** Addresses of pages that differ from the last commit, by the content file that caused the difference. */
export type AffectedPages = Record<string, string[]>

/** Drafts count, because the editor shows them. @throws HttpError if the comparison is impossible, for example without git */
export async function listAffectedPages(folder: string): Promise<AffectedPages> {
  const [filter] = listFilters(path.dirname(folder))
  if (filter) throw new HttpError(`This repository has git run a program (filter.${filter}), so it is not asked.`, 409)
  const difference = await compareWithCommit('HEAD', folder, { today: dayOf(), drafts: true }).catch(
    (error: unknown) => {
      throw error instanceof Failure ? new HttpError(error.message, 409) : error
    },
  )
  const affected: AffectedPages = {}
  for (const { page, causes } of difference.changedPages)
    for (const file of new Set(causes.map((cause) => cause.file))) affected[file] = [...(affected[file] ?? []), page]
  return affected
}
