import { useCallback, useEffect, useRef, useState } from 'react'
import type { Choice } from '../server/list-files.ts'
import type { EditedPage } from './page.ts'
import type { ApiError, Session } from './session.ts'

/** Returns the latest result or error, and `load`, which repeats the request. @param request a memoized function */
export function useAsync<T>(request: () => Promise<T>) {
  const [response, setResponse] = useState<{ number: number; answer?: T; failure?: string }>({ number: 0 })
  const sent = useRef(0)
  const load = useCallback(() => {
    sent.current += 1
    const number = sent.current
    return request().then(
      // Responses may arrive out of order. Never replace a newer response with an older one.
      (answer) => setResponse((now) => (number < now.number ? now : { number, answer })),
      ({ message: failure }: ApiError) =>
        setResponse((now) => (number < now.number ? now : { ...now, number, failure })),
    )
  }, [request])
  useEffect(() => void load(), [load])
  return { answer: response.answer, failure: response.failure, load }
}

/** Loads a file and its schema, and reloads them when files change. */
export function useEntry(session: Session, page: EditedPage, file: string) {
  const request = useCallback(async () => {
    const entry = await session.entry(file)
    return { entry, root: await session.kind(entry.kind) }
  }, [session, file])
  const { answer, failure, load } = useAsync(request)
  useEffect(() => page.subscribeToFiles(() => void load()), [page, load])
  return { ...(answer?.entry.file === file ? answer : undefined), failure, load }
}

/**
 * Loads the possible values of a reference field. Returns undefined while they load, and no values if they cannot be
 * loaded.
 * @param of name of the collection or list that the field refers to; undefined for other fields
 * @param known a value that causes a reload when it changes, for example after an image is added
 */
export function useChoices(session: Session, of: string | undefined, known?: string | false): Choice[] | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `known`
  const request = useCallback(async () => (of ? session.choices(of) : undefined), [session, of, known])
  const { answer, failure } = useAsync(request)
  return answer ?? (failure === undefined ? undefined : [])
}
