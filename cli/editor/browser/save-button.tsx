/** The Save button below page text and bodies. Fields in the panel are saved when they lose focus. */
export function SaveButton({ shortcut, disabled, onSave }: { shortcut: string; disabled: boolean; onSave(): void }) {
  return (
    <button type="button" className="main" disabled={disabled} onClick={onSave}>
      Save <kbd>{shortcut}</kbd>
    </button>
  )
}
