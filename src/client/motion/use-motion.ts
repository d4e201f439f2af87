import { useEffect, useState } from 'react'
import type { ClientPage } from '../../sections/view.ts'
import { createCarousels } from './carousel.ts'
import { coverBlocks } from './reveal.ts'

/**
 * Whatever moves on a page by itself or when asked. Sections are plain HTML: this works on the document, page by page.
 * @param revealed pages whose blocks have had their turn: what is shown once stays shown, also on return
 */
export function useMotion(page: ClientPage, revealed: Set<string>): void {
  const [carousels] = useState(createCarousels)
  useEffect(() => carousels.answer(), [carousels])
  useEffect(() => {
    const first = !revealed.has(page.path)
    revealed.add(page.path)
    const ends = [carousels.settleAll()]
    if (first && !matchMedia('(prefers-reduced-motion: reduce)').matches) ends.push(coverBlocks())
    return () => {
      for (const end of ends) end()
    }
  }, [page, carousels, revealed])
}
