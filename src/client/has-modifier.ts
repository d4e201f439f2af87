/** Reports whether a modifier key is held, which makes browsers open a new window or download the link. */
export function hasModifier({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent | KeyboardEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey
}
