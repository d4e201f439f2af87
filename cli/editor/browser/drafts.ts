import { useSyncExternalStore } from 'react'
import { formatValueName, type ValueLocation } from '../../dev/source-marks.ts'

/** An unsaved value. */
export interface Draft {
  place: ValueLocation
  text: string
  /** The value in the file when the user began to type. */
  base: string
}

const KEY = 'site-editor-drafts'

/** Stores unsaved values, which survive closing a field, loading a page and stopping the server. */
export function createDrafts() {
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
export type Drafts = ReturnType<typeof createDrafts>

/** Returns the draft of a value. @param saved the value in the file; undefined while it is loading */
export function useDraft(drafts: Drafts, place: ValueLocation, saved: string | undefined) {
  const draft = useSyncExternalStore(drafts.subscribe, drafts.all)[formatValueName(place)]
  const isConflict = draft && saved !== undefined && !isSame(draft.base, saved) && !isSame(draft.text, saved)
  const discard = () => drafts.put({ place, text: '', base: '' })
  return {
    /** The unsaved text; undefined if there is none. */
    text: draft?.text,
    /** The value in the file if it has changed since the user began to type; otherwise undefined. */
    conflictingText: isConflict ? saved : undefined,
    setText: (text: string) => drafts.put({ place, text, base: draft?.base ?? saved ?? '' }),
    discard,
    /** Records that this text was saved. Later edits stay unsaved. */
    markSaved(text: string): void {
      const now = drafts.all()[formatValueName(place)]
      if (now?.text === text) discard()
      else if (now) drafts.put({ ...now, base: text })
    },
    /** Resolves a conflict in favor of the unsaved text. */
    keepMine: () => draft && drafts.put({ ...draft, base: saved ?? draft.base }),
  }
}
export type DraftState = ReturnType<typeof useDraft>

/** Reports whether two strings are equal, ignoring trailing white space. */
function isSame(a: string, b: string): boolean {
  return a.trimEnd() === b.trimEnd()
}
