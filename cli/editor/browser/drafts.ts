import { useSyncExternalStore } from 'react'
import type { Place } from '../../dev/marks.ts'
import { nameOf } from './spots.ts'

/** An unsaved value. */
export interface Draft {
  place: Place
  text: string
  /** The saved value when typing began. */
  base: string
}

const KEY = 'site-editor-drafts'

/** All unsaved values. They survive closed fields, page loads and a stopped server. */
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

/** @param written the value in the file; undefined while it loads */
export function useDraft(drafts: Drafts, place: Place, written: string | undefined) {
  const draft = useSyncExternalStore(drafts.subscribe, drafts.all)[nameOf(place)]
  const isOther = draft && written !== undefined && !isSame(draft.base, written) && !isSame(draft.text, written)
  const drop = () => drafts.put({ place, text: '', base: '' })
  return {
    /** The unsaved text. */
    text: draft?.text,
    /** The value in the file, if it was changed since typing began. */
    theirs: isOther ? written : undefined,
    type: (text: string) => drafts.put({ place, text, base: draft?.base ?? written ?? '' }),
    drop,
    /** Notes that a text was saved; text typed since stays unsaved. */
    saved(text: string): void {
      const now = drafts.all()[nameOf(place)]
      if (now?.text === text) drop()
      else if (now) drafts.put({ ...now, base: text })
    },
    /** Keeps the unsaved text although the file has changed. */
    insist: () => draft && drafts.put({ ...draft, base: written ?? draft.base }),
  }
}

/** Compares texts without trailing white space. */
function isSame(one: string, other: string): boolean {
  return one.trimEnd() === other.trimEnd()
}
