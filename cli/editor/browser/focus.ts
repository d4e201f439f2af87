import { useCallback, useEffect, useRef, useState } from 'react'

/** Returns the focused element in the page, or in the editor on top of it. */
export function getFocusedElement(): HTMLElement | undefined {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element instanceof HTMLElement && element !== document.body ? element : undefined
}

/** Finds an element in the shadow root of the editor. */
export function findInEditor(selector: string): HTMLElement | null | undefined {
  return document.querySelector('site-editor')?.shadowRoot?.querySelector<HTMLElement>(selector)
}

/**
 * Returns the control that the user should type into first: a text field that still contains TODO, otherwise the first
 * text field, otherwise the first control. Prefers text fields to selects, because letters typed into a select would
 * choose an option.
 */
export function findFirstControl(root: Element): HTMLElement | null {
  const texts = [...root.querySelectorAll<HTMLInputElement>('input:not([type=checkbox], [type=file]), textarea')]
  const first = texts.find(({ value }) => /^TODO\b/.test(value)) ?? texts[0]
  return first ?? root.querySelector<HTMLElement>('select, input, button:enabled, summary')
}

/** When a component closes, refocuses the previously focused element, or the toolbar if that element is gone. */
export function useRestoreFocus(): void {
  const [from] = useState(getFocusedElement)
  useEffect(
    () => () => {
      if (!from || getFocusedElement()) return
      ;(from.isConnected ? from : findInEditor('.bar button'))?.focus()
    },
    [from],
  )
}

type TextControl = HTMLInputElement | HTMLTextAreaElement

/**
 * Returns a ref callback that moves focus and the caret to the next control if the focused control is replaced, for
 * example a text field by a longer one.
 */
export function useFocusOnReplace(): (control: HTMLElement | null) => () => void {
  const lost = useRef<Partial<TextControl>>(undefined)
  return useCallback((control) => {
    if (lost.current && control) {
      const { selectionStart: from, selectionEnd: to } = lost.current
      control.focus()
      // The selection is null or undefined if the control is not a text field.
      if (typeof from === 'number' && typeof (control as TextControl).selectionStart === 'number')
        (control as TextControl).setSelectionRange(from, to ?? from)
    }
    return () => {
      lost.current = control && control === getFocusedElement() ? control : undefined
    }
  }, [])
}
