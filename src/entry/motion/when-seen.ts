/** A block counts as seen when a tenth of it stands at least 50 px above the lower edge of the window. */
const SHARE = 0.1

interface Sight {
  /** The first report finds the block below the window. */
  below?: (block: HTMLElement) => void
  /** Once; `waited` when the block was below the window before. */
  seen: (block: HTMLElement, waited: boolean) => void
}

/** Watches blocks without measuring the page: the observer reports where they stand. */
export function whenSeen(blocks: Iterable<HTMLElement>, { below, seen }: Sight): IntersectionObserver {
  const waiting = new Set<Element>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio, boundingClientRect } of entries) {
        const block = target as HTMLElement
        const waited = waiting.has(block)
        if (intersectionRatio >= SHARE || (!waited && boundingClientRect.top < window.innerHeight)) {
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
  for (const block of blocks) observer.observe(block)
  return observer
}
