import { useEffect } from 'react'
import type { ClientPage } from '../../sections/view.ts'
import { listenToCarousels, settleCarousels } from './carousel.ts'
import { revealOnScroll } from './reveal.ts'

/**
 * Carousels, blocks that appear and figures that count. Sections are plain HTML, so this works on the document.
 * @param revealed paths of pages whose blocks have appeared already and stay visible
 */
export function useMotion(page: ClientPage, revealed: Set<string>): void {
  useEffect(listenToCarousels, [])
  useEffect(() => {
    const first = !revealed.has(page.path)
    revealed.add(page.path)
    const ends = [settleCarousels()]
    if (first && !matchMedia('(prefers-reduced-motion: reduce)').matches) ends.push(revealOnScroll())
    return () => {
      for (const end of ends) end()
    }
  }, [page, revealed])
}
