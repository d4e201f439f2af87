import type { Content } from '../../../src/collections/content.ts'
import type { ShareCard } from '../../../src/site/share.ts'
import { hash, hashSources, openCache } from '../../cache.mjs'
import type { Files } from '../output.ts'
import { cardSvg, type Faces } from './card-svg.ts'
import { loadTypeface } from './typeface.ts'

/** What draws a card, with the faces and colours that it is drawn in. */
export const CARD_SOURCES = ['cli/build/share', 'cli/build/files/mark.ts', 'src/theme']

/**
 * Writes the picture that others show with a link to a page. A card that was drawn once is not drawn
 * again, whichever folder is built: pictures are kept by what stands on them.
 */
export function createShareWriter(site: Content['site'], output: Files) {
  const cache = openCache()
  const surroundings = JSON.stringify([hashSources(...CARD_SOURCES), site.mark, site.logo, site.url])
  let faces: Promise<Faces> | undefined
  let drawn = 0

  return {
    async write(card: ShareCard): Promise<void> {
      const key = hash(surroundings, JSON.stringify(card))
      const file = card.image.slice(1)
      if (output.keep(file, key)) return
      let picture = cache.find('cards', key)
      if (!picture) {
        faces ??= loadFaces()
        picture = await draw(cardSvg(card, site, await faces))
        cache.store('cards', key, picture)
        drawn += 1
      }
      await output.write(file, key, picture)
    },
    /** How many pictures had to be drawn. */
    drawn: () => drawn,
  }
}

async function loadFaces(): Promise<Faces> {
  const display = await loadTypeface('bricolage.woff2', 650, -0.03)
  const text = await loadTypeface('hanken.woff2', 450, 0)
  return { display, text }
}

/**
 * Flat colours need few entries in a palette, and the least effort finds them. Measured over the shipped
 * cards: 26 ms of one core and 26 kB each; compressing harder takes 44 ms for 23 kB, no palette makes 60 kB.
 */
async function draw(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg))
    .png({ palette: true, colours: 64, effort: 1, compressionLevel: 6, dither: 0 })
    .toBuffer()
}
