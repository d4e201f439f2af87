import { useEffect } from 'react'
import type { ClientPage } from '../../sections/view.ts'
import { answerCarousels, settleCarousels } from './carousel.ts'
import { coverBlocks } from './reveal.ts'

/** Pages whose blocks have had their turn: what is shown once stays shown, also on return. */
const seen = new Set<string>()

/** Whatever moves on a page by itself or when asked. Sections are plain HTML: this works on the document, page by page. */
export function useMotion(page: ClientPage): void {
  useEffect(answerCarousels, [])
  useEffect(() => {
    const first = !seen.has(page.path)
    seen.add(page.path)
    const ends = [settleCarousels()]
    if (first && !matchMedia('(prefers-reduced-motion: reduce)').matches) ends.push(coverBlocks())
    return () => {
      for (const end of ends) end()
    }
  }, [page])
}
