import { MAX_NAME_LENGTH, NAME_PATTERN, NAME_RULE } from '../changes/set-name.ts'
import { Button } from './button.tsx'
import { usePrompt } from './prompt.tsx'
import type { Session } from './session.ts'

/** Session storage key of the last proposal's name. */
const KEY = 'site-editor-proposal'

interface SaveButtonsProps {
  session: Session
  /** Keyboard shortcut of Save. */
  shortcut: string
  /** Whether the edit can be neither saved nor proposed. */
  disabled: boolean
  isChanged: boolean
  onSave(): void
  onPropose(name: string): void
}

/**
 * The buttons below page text and bodies: Save and, except in the studio, a button that adds the edit to a proposal
 * instead of writing the file. Fields in the panel are saved when they lose focus.
 */
export function SaveButtons({ session, shortcut, disabled, isChanged, onSave, onPropose }: SaveButtonsProps) {
  const [dialog, prompt] = usePrompt()
  const ask = async () => {
    const name = await prompt({
      message: 'A proposal collects edits, which do not change the site until someone applies them.',
      label: 'Name of the proposal',
      about: `Use ${NAME_RULE}. If the proposal exists, the edit is added to it.`,
      confirm: 'Save as proposal',
      field: {
        defaultValue: sessionStorage.getItem(KEY) ?? `edits-${new Date().toISOString().slice(0, 10)}`,
        pattern: NAME_PATTERN,
        maxLength: MAX_NAME_LENGTH,
      },
    })
    if (name === undefined) return
    sessionStorage.setItem(KEY, name)
    onPropose(name)
  }
  return (
    <>
      {dialog}
      <button type="button" className="main" disabled={disabled} onClick={onSave}>
        Save <kbd>{shortcut}</kbd>
      </button>
      {session.changeSet === undefined && (
        <Button label="Save as proposal" disabled={disabled || !isChanged} onClick={ask} />
      )}
    </>
  )
}

export function formatProposed(name: string): string {
  return `Added to the proposal ${name}, which Changes shows.`
}
