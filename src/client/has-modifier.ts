/** A press with one of these keys means something to the browser: a new window, a download, the way back. */
export function hasModifier({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent | KeyboardEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey
}
