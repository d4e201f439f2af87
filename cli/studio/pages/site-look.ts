import type { Content } from '@northshelf/site/collections/content.ts'
import { bricolageFont, fontStylesheet, hankenFont, newsreaderFont, nunitoFont } from '@northshelf/site/theme/faces.ts'
import { createThemeStylesheet, selectFontFaces, type Theme } from '@northshelf/site/theme/theme.ts'
import { tokenStylesheet } from '@northshelf/site/theme/tokens.ts'
import { hash } from '../../cache.mjs'
import { STUDIO_PREFIX } from '../paths.ts'
import { studioStyle } from './style.ts'

/** Fonts of the studio's pages in Base64, by file name. */
export const studioFonts = new Map([
  ['bricolage.woff2', bricolageFont],
  ['hanken.woff2', hankenFont],
  ['newsreader.woff2', newsreaderFont],
  ['nunito.woff2', nunitoFont],
])

/** The parts of a site's identity that the studio's pages show. */
export interface SiteLook {
  name: string
  logo: string
  mark: Content['site']['mark'] | undefined
  stylesheet: string
  /** Address of the stylesheet, which contains its hash. */
  stylesheetPath: string
}

const NEUTRAL: Theme = { drawings: 'neutral', corners: 'sharp', fonts: 'grotesque' }

/** @param site undefined if the content has not been valid yet */
export function createSiteLook(site?: Pick<Content['site'], 'name' | 'logo' | 'mark' | 'accent' | 'theme'>): SiteLook {
  const { name = 'Studio', logo = 'Studio', mark, accent, theme = NEUTRAL } = site ?? {}
  const fonts = selectFontFaces(fontStylesheet.replace(/\/\*.*?\*\//gs, ''), theme)
  const addresses = fonts.replaceAll('./fonts/', `${STUDIO_PREFIX}/fonts/`)
  const stylesheet = `${addresses}${tokenStylesheet}${createThemeStylesheet(theme, accent)}${studioStyle}`
  return { name, logo, mark, stylesheet, stylesheetPath: `${STUDIO_PREFIX}/style/${hash(stylesheet).slice(0, 16)}.css` }
}
