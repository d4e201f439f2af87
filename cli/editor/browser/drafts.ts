import { useSyncExternalStore } from 'react'
import type { ValueLocation } from '../../dev/marks.ts'
import { formatValueName } from './page-texts.ts'

/** An unsaved value. */
export interface Draft {
  place: ValueLocation
  text: string
  /** The saved value at the time when typing began. */
  base: string
}

const KEY = 'site-editor-drafts'

/** Stores unsaved values. They are kept when a field closes, a page loads or the server stops. */
export function createDraftStore() {
  let all: Readonly<Record<string, Draft>> = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
  const listeners = new Set<() => void>()
  return {
    all: () => all,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    put(draft: Draft): void {
      const { [formatValueName(draft.place)]: _, ...others } = all
      all = draft.text === draft.base ? others : { ...others, [formatValueName(draft.place)]: draft }
      sessionStorage.setItem(KEY, JSON.stringify(all))
      for (const listener of listeners) listener()
    },
  }
}
export type DraftStore = ReturnType<typeof createDraftStore>

/** @param saved the value in the file; undefined while it is loading */
export function useDraft(drafts: DraftStore, place: ValueLocation, saved: string | undefined) {
  const draft = useSyncExternalStore(drafts.subscribe, drafts.all)[formatValueName(place)]
  const isConflict = draft && saved !== undefined && !isSame(draft.base, saved) && !isSame(draft.text, saved)
  const discard = () => drafts.put({ place, text: '', base: '' })
  return {
    /** The unsaved text. */
    text: draft?.text,
    /** The value in the file if it has changed since typing began; otherwise undefined. */
    theirs: isConflict ? saved : undefined,
    type: (text: string) => drafts.put({ place, text, base: draft?.base ?? saved ?? '' }),
    discard,
    /** Records that this text was saved. Text typed since then stays unsaved. */
    markSaved(text: string): void {
      const now = drafts.all()[formatValueName(place)]
      if (now?.text === text) discard()
      else if (now) drafts.put({ ...now, base: text })
    },
    /** Keeps the unsaved text even though the file has changed. */
    keepMine: () => draft && drafts.put({ ...draft, base: saved ?? draft.base }),
  }
}

/** Reports whether two strings are equal, ignoring trailing white space. */
function isSame(a: string, b: string): boolean {
  return a.trimEnd() === b.trimEnd()
}
