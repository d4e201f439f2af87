import { useCallback, useEffect, useState } from 'react'
import type { Entry } from '../../../edit/entry.ts'
import type { Node } from '../../../schema/node.ts'
import type { EditedPage } from './page.ts'
import type { Refusal, Session } from './session.ts'

/** What a file says now, kept up with the page, and what it may say; undefined until both are there. */
export function useEntry(session: Session, page: EditedPage, file: string) {
  const [loaded, setLoaded] = useState<{ entry: Entry; root: Node }>()
  const [failure, setFailure] = useState<string>()
  const load = useCallback(async () => {
    try {
      const entry = await session.entry(file)
      setLoaded({ entry, root: await session.kind(entry.kind) })
      setFailure(undefined)
    } catch (error) {
      setFailure((error as Refusal).message)
    }
  }, [session, file])
  useEffect(() => void load(), [load])
  useEffect(() => page.subscribe(() => void load()), [page, load])
  return { ...(loaded?.entry.file === file ? loaded : undefined), failure, load }
}
