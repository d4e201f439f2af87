import { useEffect, useRef } from 'react'
import { hasModifier } from '../../../../src/client/has-modifier.ts'

/** Keys that mean the same everywhere but in a field: undo, redo, and the way out. */
export function useKeys(options: { onStep(way: 'undo' | 'redo'): void; onLeave(): void }): void {
  const latest = useRef(options)
  latest.current = options
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const [target] = event.composedPath()
      if (target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select')) return
      const key = event.key.toLowerCase()
      const way = key === 'y' || (key === 'z' && event.shiftKey) ? 'redo' : key === 'z' ? 'undo' : undefined
      if (way && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        latest.current.onStep(way)
      }
      if (key === 'e' && !hasModifier(event)) latest.current.onLeave()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
