import { useCallback, useEffect, useRef, useState } from 'react'
import type { Refusal } from './session.ts'

/** Returns the latest answer of the server; `load` asks again. @param ask kept the same for as long as the question is */
export function useAsync<T>(ask: () => Promise<T>) {
  const [answer, setAnswer] = useState<T>()
  const [failure, setFailure] = useState<string>()
  const latest = useRef(0)
  const load = useCallback(() => {
    latest.current += 1
    const own = latest.current
    // An answer that is overtaken by that of a later question would bring back what is no longer so.
    const take = (answered: () => void) => own === latest.current && answered()
    return ask().then(
      (made) =>
        take(() => {
          setAnswer(made)
          setFailure(undefined)
        }),
      (refusal: Refusal) => take(() => setFailure(refusal.message)),
    )
  }, [ask])
  useEffect(() => void load(), [load])
  return { answer, failure, load }
}
