import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiError } from './session.ts'

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
