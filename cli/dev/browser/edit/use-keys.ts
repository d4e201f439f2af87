import { useEffect, useRef } from 'react'
import { hasModifier } from '../../../../src/client/has-modifier.ts'

/** Keys that mean the same everywhere but where somebody types: undo, redo, and the way out. */
export function useKeys(options: { onStep(way: 'undo' | 'redo'): void; onLeave(): void }): void {
  const latest = useRef(options)
  latest.current = options
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const [target] = event.composedPath()
      const isAt = (fields: string) => target instanceof HTMLElement && target.matches(fields)
      if (isAt('input:not([type=checkbox]), textarea')) return
      const key = event.key.toLowerCase()
      const way = key === 'y' || (key === 'z' && event.shiftKey) ? 'redo' : key === 'z' ? 'undo' : undefined
      if (way && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        latest.current.onStep(way)
      }
      // In a list of choices a letter goes to those that begin with it.
      if (key === 'e' && !hasModifier(event) && !isAt('select')) latest.current.onLeave()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
