import { useSyncExternalStore } from 'react'
import type { Place } from '../../dev/marks.ts'
import { nameOf } from './spots.ts'

/** What was typed in the place of a value and is in no file yet. */
export interface Draft {
  place: Place
  text: string
  /** What stood there when the typing began. */
  base: string
}

const KEY = 'site-editor-drafts'

/** Everything that was typed and not saved: it outlives its field, the page, and a server that stops. */
export function createDrafts() {
  let all: Readonly<Record<string, Draft>> = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
  const listeners = new Set<() => void>()
  return {
    all: () => all,
    subscribe(see: () => void) {
      listeners.add(see)
      return () => listeners.delete(see)
    },
    put(draft: Draft): void {
      const { [nameOf(draft.place)]: _, ...others } = all
      all = draft.text === draft.base ? others : { ...others, [nameOf(draft.place)]: draft }
      sessionStorage.setItem(KEY, JSON.stringify(all))
      for (const see of listeners) see()
    },
  }
}
export type Drafts = ReturnType<typeof createDrafts>

/** @param written what stands in the file now; undefined until that is known */
export function useDraft(drafts: Drafts, place: Place, written: string | undefined) {
  const draft = useSyncExternalStore(drafts.subscribe, drafts.all)[nameOf(place)]
  const isOther = draft && written !== undefined && !isSame(draft.base, written) && !isSame(draft.text, written)
  const drop = () => drafts.put({ place, text: '', base: '' })
  return {
    /** What is typed; undefined where nothing is. */
    text: draft?.text,
    /** What somebody else wrote there meanwhile. */
    theirs: isOther ? written : undefined,
    type: (text: string) => drafts.put({ place, text, base: draft?.base ?? written ?? '' }),
    drop,
    /** A text stands in the file now: what was typed since goes on from there. */
    saved(text: string): void {
      const now = drafts.all()[nameOf(place)]
      if (now?.text === text) drop()
      else if (now) drafts.put({ ...now, base: text })
    },
    /** What stands there now is known, and not wanted. */
    insist: () => draft && drafts.put({ ...draft, base: written ?? draft.base }),
  }
}

/** Blanks at the end are not what a text says. */
function isSame(one: string, other: string): boolean {
  return one.trimEnd() === other.trimEnd()
}
