import { useCallback } from 'react'
import type { Choice } from '../server/list-files.ts'
import type { Session } from './session.ts'
import { useAsync } from './use-async.ts'

/**
 * What a field may name.
 * @param of undefined for a field that names nothing
 * @param known asked again when this is another: something may have been added with it
 */
export function useChoices(session: Session, of: string | undefined, known?: string | false): Choice[] | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `known`
  const ask = useCallback(async () => (of ? session.choices(of) : undefined), [session, of, known])
  return useAsync(ask).answer
}
