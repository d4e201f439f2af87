import { existsSync, mkdirSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Content } from '../../../src/collections/content.ts'
import type { ShareCard } from '../../../src/site/share.ts'
import { cacheRoot } from '../../paths.ts'
import { hash } from '../hash.ts'
import type { Files } from '../output.ts'
import { cardSvg, type Faces } from './card-svg.ts'
import { loadTypeface } from './typeface.ts'

/** Change it with the drawing of cards: what was drawn before is then drawn again. */
const EDITION = '3'

/**
 * Writes the picture that others show with a link to a page. A card that was drawn once is not drawn
 * again, whichever folder is built: pictures are kept by what stands on them.
 */
export function createShareWriter(site: Content['site'], output: Files) {
  const folder = path.join(cacheRoot, 'share')
  const surroundings = JSON.stringify([EDITION, site.mark, site.logo, site.url])
  let faces: Promise<Faces> | undefined
  let drawn = 0

  return {
    async write(card: ShareCard): Promise<void> {
      const key = hash(surroundings, JSON.stringify(card))
      const file = card.image.slice(1)
      if (output.keep(file, key)) return
      const kept = path.join(folder, `${key}.png`)
      if (!existsSync(kept)) {
        faces ??= loadFaces()
        const picture = await draw(cardSvg(card, site, await faces))
        mkdirSync(folder, { recursive: true })
        await writeFile(`${kept}.${process.pid}`, picture)
        await rename(`${kept}.${process.pid}`, kept)
        drawn += 1
      }
      await output.write(file, key, await readFile(kept))
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
