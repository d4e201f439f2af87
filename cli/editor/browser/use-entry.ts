import { useCallback, useEffect } from 'react'
import type { EditedPage } from './page.ts'
import type { Session } from './session.ts'
import { useAsync } from './use-async.ts'

/** Loads a file and its schema, and again when the page changes. */
export function useEntry(session: Session, page: EditedPage, file: string) {
  const ask = useCallback(async () => {
    const entry = await session.entry(file)
    return { entry, root: await session.kind(entry.kind) }
  }, [session, file])
  const { answer, failure, load } = useAsync(ask)
  useEffect(() => page.subscribe(() => void load()), [page, load])
  return { ...(answer?.entry.file === file ? answer : undefined), failure, load }
}
