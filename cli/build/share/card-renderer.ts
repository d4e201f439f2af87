import type { Content } from '@northshelf/site/collections/content.ts'
import type { ShareCard } from '@northshelf/site/site/meta.ts'
import { fontPairs, getThemeColor } from '@northshelf/site/theme/theme.ts'
import { getHexColor, listColorTokens } from '@northshelf/site/theme/tokens.ts'
import { drawBackdrop, drawCard, hexColors } from './layers.ts'
import { type FontFiles, loadTypeface } from './typeface.ts'

/** A letter that a card does not show because no font has it. */
export interface MissingLetter {
  /** Path of the card. */
  image: string
  letter: string
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

/** The fields of a site that its cards show. */
export type CardSite = Pick<Content['site'], 'mark' | 'logo' | 'url' | 'accent' | 'theme'>

/** Creates a function that draws share cards. Draws the parts that all cards share only once. */
export async function createCardRenderer(site: CardSite) {
  const { default: sharp } = await import('sharp')
  // sharp's cache would only take memory, because each card is drawn only once.
  sharp.cache(false)
  const { accent, theme } = site
  const { display, text }: { display?: string; text?: string } = fontPairs[theme.fonts]
  const faces = { display: await loadTypeface(DISPLAY, display), text: await loadTypeface(TEXT, text) }
  // Cards are drawn in the default colors, which are then replaced. If several tokens have the same color, the last one
  // (`p-…`) determines the replacement.
  const colors = new Map(listColorTokens('light').map(([name]) => [getHexColor(name), getThemeColor(name, theme)]))
  if (accent) colors.set(hexColors.tag, accent)
  const backdrop = drawBackdrop(site, faces)
  return async (card: ShareCard) => {
    const svg = drawCard(card, backdrop, faces, site).replace(/#[\da-f]{6}/g, (color) => colors.get(color) ?? color)
    const png = await sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 3 }).toBuffer()
    const { label, title, image } = card
    const missing = [...faces.text.listMissingLetters(label), ...faces.display.listMissingLetters(title)]
    return { png, missing: missing.map((letter): MissingLetter => ({ image, letter })) }
  }
}
