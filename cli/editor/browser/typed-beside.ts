import { valueAt } from '../../content/value-at.ts'
import { BODY } from '../../dev/marks.ts'
import type { FileChange } from '../server/change.ts'
import type { Entry } from '../server/entry.ts'
import type { Draft } from './drafts.ts'

/**
 * What else is typed in a file and was not taken by itself: a sum and its parts are right only together.
 * @param entry as the file is now: what somebody else has changed since is left out
 */
export function listTypedBeside(
  { file, fields, body = '' }: Entry,
  change: FileChange,
  drafts: readonly Draft[],
): { draft: Draft; change: FileChange }[] {
  const own = change.kind === 'body' ? BODY : change.path.join('\n')
  return drafts
    .filter(({ place }) => place.file === file && place.path.join('\n') !== own)
    .flatMap((draft) => {
      const { text, base, place } = draft
      const isBody = place.path[0] === BODY
      const now = isBody ? body : valueAt(fields, place.path)
      if (String(now ?? '').trimEnd() !== base.trimEnd()) return []
      const value = typeof now === 'number' && Number.isFinite(Number(text)) ? Number(text) : text
      return [{ draft, change: isBody ? { kind: 'body', text } : { kind: 'set', path: place.path, value } }]
    })
}
