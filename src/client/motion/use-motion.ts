import { useEffect, useState } from 'react'
import type { ClientPage } from '../../sections/view.ts'
import { createCarousels } from './carousel.ts'
import { revealOnScroll } from './reveal.ts'

/**
 * Runs carousels, reveal animations and counters. They handle events on the document, because sections are static HTML.
 * @param revealed paths of pages whose blocks have already been revealed and stay visible
 */
export function useMotion(page: ClientPage, revealed: Set<string>): void {
  const [carousels] = useState(createCarousels)
  useEffect(() => carousels.listen(), [carousels])
  useEffect(() => {
    const first = !revealed.has(page.path)
    revealed.add(page.path)
    const cleanups = [carousels.settleAll()]
    if (first && !matchMedia('(prefers-reduced-motion: reduce)').matches) cleanups.push(revealOnScroll())
    return () => {
      for (const cleanup of cleanups) cleanup()
    }
  }, [page, carousels, revealed])
}
