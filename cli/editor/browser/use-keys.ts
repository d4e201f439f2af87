import { hasModifier } from '@northshelf/site/client/has-modifier.ts'
import { useEffect, useRef } from 'react'

interface KeysOptions {
  /** Whether a panel or a text is open. */
  isOpen: boolean
  onStep(way: 'undo' | 'redo'): void
  onRegion(): void
  onLeave(): void
}

/**
 * Keyboard shortcuts of the editor: F6 everywhere; undo and redo outside of text fields; E only while nothing is open,
 * because a letter may be part of a text whose field has just lost the focus.
 */
export function useKeys(options: KeysOptions): void {
  const latest = useRef(options)
  latest.current = options
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { isOpen, onStep, onRegion, onLeave } = latest.current
      if (event.key === 'F6' && !hasModifier(event)) {
        event.preventDefault()
        return onRegion()
      }
      const [target] = event.composedPath()
      if (target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea')) return
      const key = event.key.toLowerCase()
      const way = key === 'y' || (key === 'z' && event.shiftKey) ? 'redo' : key === 'z' ? 'undo' : undefined
      if (way && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        onStep(way)
      }
      if (key === 'e' && !hasModifier(event) && !isOpen) onLeave()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
