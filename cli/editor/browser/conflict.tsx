import type { MouseEvent } from 'react'

interface ConflictProps {
  /** The value in the file now. */
  theirs: string
  onKeep(): void
  onTake(): void
}

/** Shows both versions of a value that was changed in its file meanwhile, and asks which one to keep. */
export function Conflict({ theirs, onKeep, onTake }: ConflictProps) {
  /** The buttons disappear with the conflict, so the focus goes back to the field. */
  const resolve = (act: () => void) => (event: MouseEvent) => {
    const field = event.currentTarget.closest('.field, .text-field')?.querySelector<HTMLElement>('input, textarea')
    act()
    field?.focus()
  }
  return (
    <div className="conflict" role="alert">
      <p>
        <b>This was changed in its file meanwhile.</b> Yours is above and not saved. There it says now:
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long texts must scroll with the keyboard */}
      <blockquote tabIndex={0}>{theirs || 'nothing'}</blockquote>
      <p className="row">
        <button type="button" onClick={resolve(onKeep)}>
          Write mine all the same
        </button>
        <button type="button" onClick={resolve(onTake)}>
          Take theirs
        </button>
      </p>
    </div>
  )
}
