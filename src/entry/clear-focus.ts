import { useEffect } from 'react'

/** What floats over the end of the window. A finger's room reaches past what is drawn. */
const FLOATS = '.help summary, .help-gone, .floating'
const ROOM = 16

/** Browsers scroll a focused element into the window, but not out from under what floats over it. */
export function useClearFocus(): void {
  useEffect(() => {
    const clear = () => {
      const focused = document.activeElement
      if (!focused || focused === document.body || focused.closest('.help, .floating, dialog')) return
      for (const float of document.querySelectorAll(FLOATS)) {
        const box = focused.getBoundingClientRect()
        const { left, right, top, bottom } = float.getBoundingClientRect()
        const under = box.right > left - ROOM && box.left < right && box.bottom > top - ROOM && box.top < bottom
        // Of a tall one the beginning matters more than the end.
        if (under) window.scrollBy({ top: Math.min(box.bottom - top + ROOM, box.top) + 8, behavior: 'instant' })
      }
    }
    // The browser's own scrolling comes after the event.
    const onFocus = () => requestAnimationFrame(clear)
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
}
