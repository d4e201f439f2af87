import { useCallback, useEffect, useState } from 'react'
import type { Refusal } from './session.ts'

/** What a question to the server came to; asked again by `load`. @param ask kept the same for as long as the question is */
export function useAsync<T>(ask: () => Promise<T>) {
  const [answer, setAnswer] = useState<T>()
  const [failure, setFailure] = useState<string>()
  const load = useCallback(
    () =>
      ask().then(
        (made) => {
          setAnswer(made)
          setFailure(undefined)
        },
        (refusal: Refusal) => setFailure(refusal.message),
      ),
    [ask],
  )
  useEffect(() => void load(), [load])
  return { answer, failure, load }
}
