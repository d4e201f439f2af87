/** A block counts as seen when a tenth of it stands at least 50 px above the lower edge of the window. */
export const SHARE = 0.1

interface Callbacks {
  /** The first report finds the block below the window. */
  below?: (block: HTMLElement) => void
  /** Once; `waited` when the block was below the window before. */
  seen: (block: HTMLElement, waited: boolean) => void
}

/** How many blocks the observer reports of at once, so that no report keeps a visitor waiting. */
const SLICE = 8

/** Watches blocks without measuring the page: the observer reports where they stand. */
export function onIntersect(blocks: Iterable<HTMLElement>, { below, seen }: Callbacks): () => void {
  const waiting = new Set<Element>()
  const observer = new IntersectionObserver(
    (entries) => {
      // Read before a block changes: after that the browser would work the page out anew for it.
      const { innerHeight } = window
      for (const { target, intersectionRatio, boundingClientRect } of entries) {
        const block = target as HTMLElement
        const waited = waiting.has(block)
        if (intersectionRatio >= SHARE || (!waited && boundingClientRect.top < innerHeight)) {
          observer.unobserve(block)
          seen(block, waited)
        } else if (!waited) {
          waiting.add(block)
          below?.(block)
        }
      }
    },
    { threshold: SHARE, rootMargin: '0px 0px -50px' },
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
