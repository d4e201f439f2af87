import type { MouseEvent } from 'react'

interface ConflictProps {
  /** What stands in the file now. */
  theirs: string
  onKeep(): void
  onTake(): void
}

/** Somebody else wrote the same value meanwhile: both are shown, and neither is lost without being asked. */
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is long is scrolled with the keyboard, too */}
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
