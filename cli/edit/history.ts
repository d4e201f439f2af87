/** A file before and after a save; undefined where it was not there, or is not any more. */
export interface Saved {
  /** Relative to the parent of the content folder. */
  file: string
  before: Buffer | undefined
  after: Buffer | undefined
}

/** What was saved together, and is undone together. */
export interface Step {
  /** What was done, in a few words. */
  name: string
  files: Saved[]
}

/** Every save since the server began, to go back and forth in. */
export function createHistory() {
  const [done, undone]: [Step[], Step[]] = [[], []]
  return {
    add(step: Step): void {
      done.push(step)
      undone.length = 0
    },
    /** The step that undo, or redo, would take; undefined at the end. */
    next: (way: 'undo' | 'redo'): Step | undefined => (way === 'undo' ? done : undone).at(-1),
    /** That step was taken. */
    took(way: 'undo' | 'redo'): void {
      const step = (way === 'undo' ? done : undone).pop()
      if (step) (way === 'undo' ? undone : done).push(step)
    },
    /** What undo and redo would take back, in words. */
    names: () => ({ undo: done.at(-1)?.name, redo: undone.at(-1)?.name }),
  }
}
export type History = ReturnType<typeof createHistory>
