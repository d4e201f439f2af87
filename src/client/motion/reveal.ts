import { count } from './counter.ts'
import { onIntersect, SHARE } from './on-intersect.ts'

/** The blocks of sections that are plain HTML; of a list or a grid, its items. What is filled in never hides. */
const column = 'main > div > section > .wrap'
const lists = ':is(ul, ol):not(.slides)'
const blocks = [
  `${column} > :not(.grid, ul, ol)`,
  `${column} > .grid > :not(ul, ol)`,
  `${column} > ${lists} > li`,
  `${column} > .grid > ${lists} > li`,
].join()

const STEP = 100
const rise = { opacity: [0, 1], transform: ['translateY(12px)', 'none'] }
const timing = { duration: 400, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)', fill: 'backwards' } as const

/**
 * Hides what is below the window and lets it appear when it is reached, neighbours one after another.
 * Animations do the hiding, not attributes or classes: the document stays the HTML it was, and whatever
 * ends them shows everything. Figures count up as their block appears, or when they come in sight in one that stood
 * there from the beginning.
 * @returns shows everything at once
 */
export function coverBlocks(): () => void {
  const running = new Map<Element, Animation>()
  const due = new WeakMap<Element, number>()

  const counters = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) {
        if (intersectionRatio < SHARE) continue
        counters.unobserve(target)
        count(target as HTMLElement, 0)
      }
    },
    { threshold: SHARE },
  )
  const figures = (block: HTMLElement) => block.querySelectorAll<HTMLElement>('[data-count]')

  const unwatch = onIntersect(document.querySelectorAll<HTMLElement>(blocks), {
    below(block) {
      const cover = block.animate({ opacity: [0, 0] }, { duration: 1, fill: 'forwards' })
      // Ended and held, it costs no layer of its own.
      cover.finish()
      running.set(block, cover)
    },
    seen(block) {
      const cover = running.get(block)
      const list = block.parentElement
      if (!cover || !list) {
        for (const figure of figures(block)) counters.observe(figure)
        return
      }
      const now = performance.now()
      const start = Math.max(now, due.get(list) ?? 0)
      due.set(list, start + Number(list.dataset.step ?? STEP))
      running.set(block, block.animate(rise, { ...timing, delay: start - now }))
      cover.cancel()
      for (const figure of figures(block)) count(figure, start - now)
    },
  })

  const uncover = (block: Element) => {
    running.get(block)?.cancel()
    running.delete(block)
  }
  const uncoverAll = () => {
    unwatch()
    counters.disconnect()
    for (const block of running.keys()) uncover(block)
  }
  // The keyboard may be there before the eye is, and the window glides over all that is before it.
  const onFocus = (event: FocusEvent) => {
    const focused = event.target as Node
    // Before it, or round it.
    for (const block of running.keys())
      if (focused.compareDocumentPosition(block) & focused.DOCUMENT_POSITION_PRECEDING) uncover(block)
  }
  document.addEventListener('focusin', onFocus)
  window.addEventListener('beforeprint', uncoverAll)
  return () => {
    uncoverAll()
    document.removeEventListener('focusin', onFocus)
    window.removeEventListener('beforeprint', uncoverAll)
  }
}
