import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { listNewErrors } from '../diagnostics/problem.ts'
import type { ContentIndex } from './read-items.ts'
import type { RenamePlan } from './rename.ts'

/**
 * Checks the content as it would be after a rename. Images and downloads are not checked, because a dry run cannot add
 * files that are not text.
 * @throws Failure with exit code 1 if the rename would cause an error
 */
export async function checkRename(index: ContentIndex, { from, to, changes }: RenamePlan): Promise<void> {
  if (from.kind === 'image' || from.kind === 'document') return
  const texts = new Map<string, string | undefined>()
  for (const change of changes) if (change.to !== change.file) texts.set(change.file, undefined)
  for (const change of changes) texts.set(change.to, change.after)
  const { problems } = await index.dryRun(texts)
  const [error] = listNewErrors(index.problems, problems)
  if (!error) return
  const { file, line, column, message, help } = error
  const reason = [message, help].filter(Boolean).join('. ')
  throw new Failure(
    `${from.name} was not renamed to ${to.name}, because this would cause an error at ${file}:${line}:${column}: ${reason.replace(/\.$/, '')}. Nothing was written.`,
    exitCodes.problems,
  )
}
