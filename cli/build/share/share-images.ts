import type { Content } from '@northshelf/site/collections/content.ts'
import type { ShareCard } from '@northshelf/site/site/share.ts'
import { hash, hashCode, openCache } from '../../cache.mjs'
import type { FileWriter } from '../output.ts'
import { createCardRenderer } from './card-drawer.ts'

/**
 * Creates a writer for share images, which other sites show next to links. Caches drawn cards by content, so that all
 * output folders share them.
 */
export function createShareImageWriter(site: Content['site'], output: FileWriter) {
  const cache = openCache()
  const shared = JSON.stringify([hashCode(), site.mark, site.logo, site.url, site.accent])
  let drawer: ReturnType<typeof createCardRenderer> | undefined
  let drawn = 0

  return {
    async write(card: ShareCard): Promise<void> {
      const key = hash(shared, JSON.stringify(card))
      const file = card.image.slice(1)
      if (output.keep(file, key)) return
      let picture = cache.find('cards', key)
      if (!picture) {
        drawer ??= createCardRenderer(site)
        picture = await (await drawer)(card)
        cache.store('cards', key, picture)
        drawn += 1
      }
      await output.write(file, key, picture)
    },
    drawn: () => drawn,
  }
}
