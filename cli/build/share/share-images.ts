import type { Content } from '@northshelf/site/collections/content.ts'
import type { ShareCard } from '@northshelf/site/site/meta.ts'
import { hash, hashCode } from '../../cache.mjs'
import { forEachLimited } from '../../pool.ts'
import type { FileWriter } from '../output.ts'
import type { CardSite, MissingLetter } from './card-renderer.ts'

export interface WrittenImages {
  /** Number of share images drawn; the rest were reused. */
  drawn: number
  /** Letters that the drawn share images lack because no font has them. */
  missingLetters: MissingLetter[]
}

interface WriteOptions {
  /** Stops the drawing of further images. */
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => void
}

/** Number of cards drawn concurrently: enough to keep a core busy, and few, because each takes many megabytes. */
const CONCURRENT_CARDS = 2

/** Writes the share images, which other sites show next to links. Draws only new and changed images. */
export async function writeShareImages(
  cards: readonly ShareCard[],
  { mark, logo, url, accent, theme }: Content['site'],
  output: FileWriter,
  { signal, onProgress }: WriteOptions = {},
): Promise<WrittenImages> {
  const site: CardSite = { mark, logo, url, accent, theme }
  const shared = JSON.stringify([hashCode(), site])
  const changed = cards
    .map((card) => ({ card, file: card.image.slice(1), key: hash(shared, JSON.stringify(card)) }))
    .filter(({ file, key }) => !output.keep(file, key))
  if (changed.length === 0) return { drawn: 0, missingLetters: [] }
  // Loads fonts and libraries, so it is needed only if a card has changed.
  const { createCardRenderer } = await import('./card-renderer.ts')
  const draw = await createCardRenderer(site)
  const missing: MissingLetter[][] = []
  let drawn = 0
  await forEachLimited(changed, CONCURRENT_CARDS, async ({ card, file, key }, index) => {
    if (signal?.aborted) return
    const image = await draw(card)
    missing[index] = image.missing
    await output.write(file, key, image.png)
    drawn += 1
    onProgress?.(drawn, changed.length)
  })
  return { drawn, missingLetters: missing.flat() }
}
