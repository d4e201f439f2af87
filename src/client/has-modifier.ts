/** Reports whether a key is held that gives a click a meaning for the browser, such as a new window or a download. */
export function hasModifier({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent | KeyboardEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey
}
