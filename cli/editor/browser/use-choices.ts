import { useCallback } from 'react'
import type { Choice } from '../server/list-files.ts'
import type { Session } from './session.ts'
import { useAsync } from './use-async.ts'

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
