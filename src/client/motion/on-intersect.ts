/** Visible fraction at which a block counts as seen. The bottom 50 px of the window are ignored. */
export const MIN_VISIBLE_FRACTION = 0.1

interface Callbacks {
  /** Called if the block is below the visible part of the page when observation starts. */
  below?: (block: HTMLElement) => void
  /** Called once, when the block is seen. */
  seen: (block: HTMLElement) => void
}

/** Number of blocks to start observing per frame. A small number keeps callbacks short. */
const SLICE = 8

/** Watches blocks with an `IntersectionObserver`, which avoids measuring the page. */
export function observeIntersections(blocks: Iterable<HTMLElement>, { below, seen }: Callbacks): () => void {
  const waiting = new Set<Element>()
  const observer = new IntersectionObserver(
    (entries) => {
      // Read the height before any block changes, because reading it afterward would force another layout.
      const { innerHeight } = window
      for (const { target, intersectionRatio, boundingClientRect } of entries) {
        const block = target as HTMLElement
        const waited = waiting.has(block)
        if (intersectionRatio >= MIN_VISIBLE_FRACTION || (!waited && boundingClientRect.top < innerHeight)) {
          observer.unobserve(block)
          seen(block)
        } else if (!waited) {
          waiting.add(block)
          below?.(block)
        }
      }
    },
    { threshold: MIN_VISIBLE_FRACTION, rootMargin: '0px 0px -50px' },
  )
  let rest = [...blocks]
  const observe = () => {
    for (const block of rest.splice(0, SLICE)) observer.observe(block)
    if (rest.length > 0) requestAnimationFrame(observe)
  }
  observe()
  return () => {
    rest = []
    observer.disconnect()
  }
}
