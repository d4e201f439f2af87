import { Failure } from '../../diagnostics/failure.ts'
import type { CheckedContent } from '../../engine/load.ts'
import { checkRename } from '../../refactor/check-rename.ts'
import { createContentIndex } from '../../refactor/read-items.ts'
import { planRename } from '../../refactor/rename.ts'
import type { ContentStore, FileWrite } from './content-store.ts'
import { ConflictError, HttpError } from './http-errors.ts'
import type { FilePage } from './save-queue.ts'

/**
 * Returns the writes that `site rename` would make, and the file's page before and after the rename.
 * @param old name, address or absolute path of an item
 * @throws HttpError if the name is invalid, ConflictError if a file has changed since it was read
 */
export async function planFileRename(
  content: CheckedContent,
  disk: Pick<ContentStore, 'read'>,
  old: string,
  newName: string,
) {
  try {
    const index = createContentIndex(content)
    const plan = planRename(index, old, newName)
    await checkRename(index, plan)
    const { from: item, to, changes } = plan
    const files = changes.flatMap(({ file: from, to: at, before: known, after: text }): FileWrite[] => {
      const before = disk.read(from)
      // Treat a missing file as empty, because redirects.yaml may not exist yet.
      if (known !== undefined && (before?.toString('utf8') ?? '') !== known) throw new ConflictError(from, before)
      const now = text === undefined ? undefined : Buffer.from(text)
      const after = known === undefined ? before : now
      if (from === at) return [{ file: from, before, after }]
      return [
        { file: from, before, after: undefined },
        { file: at, before: undefined, after },
      ]
    })
    const pageOf = ({ file, address }: FilePage): FilePage => ({ file, address })
    return { from: pageOf(item), to: pageOf(to), files }
  } catch (error) {
    throw error instanceof Failure ? new HttpError(error.message) : error
  }
}
