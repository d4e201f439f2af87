import { toInnerPath } from '../content/content-files.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { listNewErrors } from '../diagnostics/problem.ts'
import type { ContentIndex } from './read-items.ts'
import type { RenamePlan } from './rename.ts'

/**
 * Checks the content as it would be after a rename.
 * @throws Failure with exit code 1 if the rename would cause an error
 */
export async function checkRename(index: ContentIndex, { from, to, changes }: RenamePlan): Promise<void> {
  const texts = new Map<string, Buffer | string | undefined>()
  for (const change of changes) if (change.to !== change.file) texts.set(change.file, undefined)
  for (const { file, to, before, after } of changes)
    texts.set(to, before === undefined ? index.files.read(toInnerPath(file)) : after)
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
