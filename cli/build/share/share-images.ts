import type { Content } from '@northshelf/site/collections/content.ts'
import type { ShareCard } from '@northshelf/site/site/meta.ts'
import { hash, hashCode, openCache } from '../../cache.mjs'
import type { FileWriter } from '../output.ts'
import { drawBackdrop, drawCard, hexColors } from './layers.ts'
import { type FontFiles, loadTypeface } from './typeface.ts'

/** A letter that a card does not show because no font has it. */
export interface MissingLetter {
  /** Path of the card. */
  image: string
  letter: string
}

interface DrawnCard {
  png: Buffer
  missing: MissingLetter[]
}

const DISPLAY: FontFiles = {
  family: 'bricolage-grotesque',
  parts: ['latin-standard', 'latin-ext-standard', 'vietnamese-standard'],
  axes: { wght: 650, opsz: 36, wdth: 100 },
  tracking: -0.03,
}
const TEXT: FontFiles = {
  family: 'hanken-grotesk',
  parts: ['latin-wght', 'latin-ext-wght', 'vietnamese-wght'],
  axes: { wght: 450 },
  tracking: 0,
}
/** For flat drawings: one palette, no dithering, and the fastest search for the palette. */
const PNG = { palette: true, dither: 0, effort: 1 }

/**
 * Creates a writer for share images, which other sites show next to links. Caches drawn cards by content, so that all
 * output folders share them.
 */
export function createShareImageWriter(site: Content['site'], output: FileWriter) {
  const cache = openCache()
  const shared = JSON.stringify([hashCode(), site.mark, site.logo, site.url, site.accent])
  let drawer: ReturnType<typeof createCardRenderer> | undefined
  let drawn = 0
  const missing: MissingLetter[] = []

  return {
    async write(card: ShareCard): Promise<void> {
      const key = hash(shared, JSON.stringify(card))
      const file = card.image.slice(1)
      if (output.keep(file, key)) return
      let picture = cache.find('cards', key)
      if (!picture) {
        drawer ??= createCardRenderer(site)
        const result = await (await drawer)(card)
        picture = result.png
        missing.push(...result.missing)
        cache.store('cards', key, picture)
        drawn += 1
      }
      await output.write(file, key, picture)
    },
    drawn: () => drawn,
    /** Returns the letters that the drawn cards lack; cached cards are not drawn again. */
    listMissingLetters: (): readonly MissingLetter[] => missing,
  }
}

/** Creates a function that draws share cards. Draws the parts that all cards share only once. */
export async function createCardRenderer(site: Content['site']): Promise<(card: ShareCard) => Promise<DrawnCard>> {
  const { default: sharp } = await import('sharp')
  const faces = { display: await loadTypeface(DISPLAY), text: await loadTypeface(TEXT) }
  const backdrop = drawBackdrop(site, faces)
  return async (card) => {
    const svg = drawCard(card, backdrop, faces).replaceAll(hexColors.tag, site.accent ?? hexColors.tag)
    const png = await sharp(Buffer.from(svg)).png(PNG).toBuffer()
    const { label, title, image } = card
    const missing = [...faces.text.listMissingLetters(label), ...faces.display.listMissingLetters(title)]
    return { png, missing: missing.map((letter) => ({ image, letter })) }
  }
}
