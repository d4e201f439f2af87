import { useEffect, useState } from 'react'

/** What has the focus, be it in the page or in the editor over it. */
export function focusedElement(): HTMLElement | undefined {
  let at = document.activeElement
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  return at instanceof HTMLElement && at !== document.body ? at : undefined
}

/** Whoever leaves a part of the editor is where they came from. */
export function useFocusBack(): void {
  const [from] = useState(focusedElement)
  useEffect(
    () => () => {
      if (!focusedElement()) from?.focus()
    },
    [from],
  )
}
