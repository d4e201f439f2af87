import { useEffect, useState } from 'react'

/** What has the focus, be it in the page or in the editor over it. */
export function focusedElement(): HTMLElement | undefined {
  let at = document.activeElement
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  return at instanceof HTMLElement && at !== document.body ? at : undefined
}

/**
 * Returns the control to type into first: a text that still says TODO, else the first text, else whatever comes first.
 * A select is never preferred to a text: letters typed into it would choose something.
 */
export function firstControl(root: ParentNode | null | undefined): HTMLElement | undefined {
  const texts = [
    ...(root?.querySelectorAll<HTMLInputElement>(`input:not([type=checkbox], [type=file]), textarea`) ?? []),
  ]
  const first = texts.find(({ value }) => /^TODO\b/.test(value)) ?? texts[0]
  return first ?? root?.querySelector<HTMLElement>('select, input, button:enabled, summary') ?? undefined
}

/** Returns the focus to where it was before this part of the editor opened; to the bar if that element is gone. */
export function useFocusBack(): void {
  const [from] = useState(focusedElement)
  useEffect(
    () => () => {
      if (!from || focusedElement()) return
      const bar = document.querySelector('site-editor')?.shadowRoot?.querySelector<HTMLElement>('.bar button')
      ;(from.isConnected ? from : bar)?.focus()
    },
    [from],
  )
}
