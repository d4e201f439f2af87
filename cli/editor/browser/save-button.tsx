/**
 * The Save button below page text (text-field.tsx) and bodies (body-field.tsx), which decide when it is disabled. Fields in
 * the panel are saved when they lose focus.
 */
export function SaveButton({ shortcut, disabled, onSave }: { shortcut: string; disabled: boolean; onSave(): void }) {
  return (
    <button type="button" className="main" disabled={disabled} onClick={onSave}>
      Save <kbd>{shortcut}</kbd>
    </button>
  )
}
