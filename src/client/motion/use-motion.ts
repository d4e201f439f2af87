import { useEffect, useState } from 'react'
import type { ClientPage } from '../../sections/view.ts'
import { createCarousels } from './carousel.ts'
import { revealOnScroll } from './reveal.ts'

/**
 * Carousels, blocks that appear and figures that count. Sections are plain HTML, so this works on the document.
 * @param revealed paths of pages whose blocks have appeared already and stay visible
 */
export function useMotion(page: ClientPage, revealed: Set<string>): void {
  const [carousels] = useState(createCarousels)
  useEffect(() => carousels.listen(), [carousels])
  useEffect(() => {
    const first = !revealed.has(page.path)
    revealed.add(page.path)
    const ends = [carousels.settleAll()]
    if (first && !matchMedia('(prefers-reduced-motion: reduce)').matches) ends.push(revealOnScroll())
    return () => {
      for (const end of ends) end()
    }
  }, [page, carousels, revealed])
}
