import { animateCounter } from './counter.ts'
import { MIN_VISIBLE_FRACTION, observeIntersections } from './on-intersect.ts'

/** Selectors for the blocks to reveal in static sections. Each list or grid item is a block. */
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
 * Hides blocks below the window and reveals them on scroll. Siblings appear one after another. Uses animations rather
 * than attributes or classes to hide blocks, so that the HTML stays unchanged. Figures count up when their block is
 * revealed. In a block that was visible from the start, they count up when they scroll into view.
 * @returns a function that reveals everything immediately
 */
export function revealOnScroll(): () => void {
  const running = new Map<Element, Animation>()
  const due = new WeakMap<Element, number>()

  const counters = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) {
        if (intersectionRatio < MIN_VISIBLE_FRACTION) continue
        counters.unobserve(target)
        animateCounter(target as HTMLElement, 0)
      }
    },
    { threshold: MIN_VISIBLE_FRACTION },
  )
  const figures = (block: HTMLElement) => block.querySelectorAll<HTMLElement>('[data-count]')

  const unwatch = observeIntersections(document.querySelectorAll<HTMLElement>(blocks), {
    below(block) {
      const hiding = block.animate({ opacity: [0, 0] }, { duration: 1, fill: 'forwards' })
      // Finish the animation immediately. The block stays hidden, but a finished animation needs no compositor layer.
      hiding.finish()
      running.set(block, hiding)
    },
    seen(block) {
      const hiding = running.get(block)
      const list = block.parentElement
      if (!hiding || !list) {
        for (const figure of figures(block)) counters.observe(figure)
        return
      }
      const now = performance.now()
      const start = Math.max(now, due.get(list) ?? 0)
      due.set(list, start + Number(list.dataset.step ?? STEP))
      running.set(block, block.animate(rise, { ...timing, delay: start - now }))
      hiding.cancel()
      for (const figure of figures(block)) animateCounter(figure, start - now)
    },
  })

  const show = (block: Element) => {
    running.get(block)?.cancel()
    running.delete(block)
  }
  const showAll = () => {
    unwatch()
    counters.disconnect()
    for (const block of running.keys()) show(block)
  }
  // Reveals the focused block and every block before it, because the focus can move past blocks that are still hidden.
  const onFocus = (event: FocusEvent) => {
    const focused = event.target as Node
    for (const block of running.keys())
      if (focused.compareDocumentPosition(block) & focused.DOCUMENT_POSITION_PRECEDING) show(block)
  }
  document.addEventListener('focusin', onFocus)
  window.addEventListener('beforeprint', showAll)
  return () => {
    showAll()
    document.removeEventListener('focusin', onFocus)
    window.removeEventListener('beforeprint', showAll)
  }
}
