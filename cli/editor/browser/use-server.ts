import { useCallback, useEffect, useRef, useState } from 'react'
import type { Choice } from '../server/list-files.ts'
import type { EditedPage } from './page.ts'
import type { ApiError, Session } from './session.ts'

/** Returns the latest answer of the server; `load` asks again. @param ask must be a stable function */
export function useAsync<T>(ask: () => Promise<T>) {
  const [answer, setAnswer] = useState<T>()
  const [failure, setFailure] = useState<string>()
  const asked = useRef(0)
  const taken = useRef(0)
  const load = useCallback(() => {
    asked.current += 1
    const own = asked.current
    // Answers may overtake each other: an older one never replaces a newer one.
    const take = (show: () => void) => {
      if (own < taken.current) return
      taken.current = own
      show()
    }
    return ask().then(
      (made) =>
        take(() => {
          setAnswer(made)
          setFailure(undefined)
        }),
      (refusal: ApiError) => take(() => setFailure(refusal.message)),
    )
  }, [ask])
  useEffect(() => void load(), [load])
  return { answer, failure, load }
}

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

/**
 * Loads the possible values of a reference field.
 * @param of undefined for other fields
 * @param known loads again when this changes, because a value may have been added
 */
export function useChoices(session: Session, of: string | undefined, known?: string | false): Choice[] | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `known`
  const ask = useCallback(async () => (of ? session.choices(of) : undefined), [session, of, known])
  return useAsync(ask).answer
}
