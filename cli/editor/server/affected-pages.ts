import path from 'node:path'
import { dayOf } from '../../content/publication.ts'
import { Failure } from '../../diagnostics/failure.ts'
import { compareWithCommit } from '../../diff/compare-with-commit.ts'
import { listFilters } from './git.ts'
import { Refused } from './http-errors.ts'

/** Addresses of pages that are not what they were at the last commit, by the file of the content that made them so. */
export type Touched = Record<string, string[]>

/** Drafts count: who edits sees them. @throws Refused where it cannot be told, as without git */
export async function listTouched(folder: string): Promise<Touched> {
  const [filter] = listFilters(path.dirname(folder))
  if (filter) throw new Refused(`This repository has git run a program (filter.${filter}), so it is not asked.`, 409)
  const difference = await compareWithCommit('HEAD', folder, { today: dayOf(), drafts: true }).catch(
    (error: unknown) => {
      throw error instanceof Failure ? new Refused(error.message, 409) : error
    },
  )
  const touched: Touched = {}
  for (const { page, causes } of difference.changedPages)
    for (const file of new Set(causes.map((cause) => cause.file))) touched[file] = [...(touched[file] ?? []), page]
  return touched
}
