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

/**
 * Call before an operation that takes time. Returns a function that focuses an element when the operation has finished,
 * unless the user has moved focus to another one in the meantime.
 */
export function deferFocus(): (to: HTMLElement | null | undefined) => void {
  const from = getFocusedElement()
  return (to) => {
    const now = getFocusedElement()
    // Nothing is focused if the operation has removed or disabled the focused control.
    if (!now || now === from) to?.focus()
  }
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

/** A form control. Only text fields have a caret. */
type Control = HTMLElement & Partial<Pick<HTMLInputElement, 'selectionStart' | 'selectionEnd' | 'setSelectionRange'>>

/**
 * Returns a ref callback for a control that can be replaced by another one, for example a text field by a longer one.
 * If the replaced control was focused, its focus and caret move to the new one.
 */
export function useFocusOnReplace(): (control: Control | null) => () => void {
  const replaced = useRef<Control>(undefined)
  return useCallback((control) => {
    if (replaced.current && control) {
      const { selectionStart: start, selectionEnd: end } = replaced.current
      control.focus()
      if (typeof start === 'number' && typeof control.selectionStart === 'number')
        control.setSelectionRange?.(start, end ?? start)
    }
    return () => {
      replaced.current = control && control === getFocusedElement() ? control : undefined
    }
  }, [])
}
