import { hasModifier } from '@northshelf/site/client/has-modifier.ts'
import { useEffect, useRef } from 'react'

interface KeysOptions {
  /** Whether a panel or a text field is open. */
  isOpen: boolean
  onStep(direction: 'undo' | 'redo'): void
  /** Moves focus between the toolbar and the rest of the editor. */
  onRegion(): void
  onExit(): void
}

/**
 * Handles keyboard shortcuts: F6 everywhere, undo and redo outside text fields, and E only while no panel or field is
 * open, because the user may still be typing into a field that has just lost focus.
 */
export function useKeyboardShortcuts(options: KeysOptions): void {
  const latest = useRef(options)
  latest.current = options
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { isOpen, onStep, onRegion, onExit } = latest.current
      if (event.key === 'F6' && !hasModifier(event)) {
        event.preventDefault()
        return onRegion()
      }
      const [target] = event.composedPath()
      if (target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea')) return
      const key = event.key.toLowerCase()
      const direction = key === 'y' || (key === 'z' && event.shiftKey) ? 'redo' : key === 'z' ? 'undo' : undefined
      if (direction && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        onStep(direction)
      }
      if (key === 'e' && !hasModifier(event) && !isOpen) onExit()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
