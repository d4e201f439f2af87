import { useCallback } from 'react'
import type { Choice } from '../../../edit/listed.ts'
import type { Session } from './session.ts'
import { useAsync } from './use-async.ts'

/** What a field may name. @param of undefined for a field that names nothing */
export function useChoices(session: Session, of: string | undefined): Choice[] | undefined {
  const ask = useCallback(async () => (of ? session.choices(of) : undefined), [session, of])
  return useAsync(ask).answer
}
