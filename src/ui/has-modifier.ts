/** Reports whether a modifier key is pressed. If so, browsers open a clicked link in a new window or download it. */
export function hasModifier({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent | KeyboardEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey
}
