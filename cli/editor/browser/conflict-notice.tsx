import type { MouseEvent } from 'react'

interface ConflictProps {
  /** The current value in the file. */
  theirs: string
  onKeep(): void
  onTake(): void
}

/** Shows both versions of a value that has changed in the file, and asks which one to keep. */
export function ConflictNotice({ theirs, onKeep, onTake }: ConflictProps) {
  /** Resolves the conflict. Returns focus to the field, because the buttons disappear. */
  const resolve = (act: () => void) => (event: MouseEvent) => {
    const field = event.currentTarget.closest('.field, .text-field')?.querySelector<HTMLElement>('input, textarea')
    act()
    field?.focus()
  }
  return (
    <div className="conflict" role="alert">
      <p>
        <b>The file was changed in the meantime.</b> Your version above is not saved. The file now contains:
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll long text */}
      <blockquote tabIndex={0}>{theirs || '(empty)'}</blockquote>
      <p className="row">
        <button type="button" onClick={resolve(onKeep)}>
          Keep mine
        </button>
        <button type="button" onClick={resolve(onTake)}>
          Use theirs
        </button>
      </p>
    </div>
  )
}
