import type { Content } from '@northshelf/site/collections/content.ts'
import { bricolageFont, hankenFont, newsreaderFont, nunitoFont } from '@northshelf/site/theme/faces.ts'
import { createThemeStylesheet } from '@northshelf/site/theme/theme.ts'
import { tokenStylesheet } from '@northshelf/site/theme/tokens.ts'
import { hash } from '../../cache.mjs'
import { STUDIO_PREFIX } from '../../paths.ts'
import { studioStyle } from './style.ts'

const face = (family: string, weights: string, font: string) =>
  `@font-face{font-family:${family};src:url(data:font/woff2;base64,${font});font-weight:${weights}}`
const fontFaces = [
  face('Bricolage', '650', bricolageFont),
  face('Hanken', '400 600', hankenFont),
  face('Newsreader', '650', newsreaderFont),
  face('Nunito', '400 650', nunitoFont),
].join('')

/** The parts of a site's identity that the studio's pages show. */
export interface SiteLook {
  name: string
  logo: string
  mark: Content['site']['mark'] | undefined
  stylesheet: string
  /** Address of the stylesheet, which contains its hash. */
  stylesheetPath: string
}

/** @param site undefined if the content has not been valid yet */
export function createSiteLook(site?: Content['site']): SiteLook {
  const { name = 'Studio', logo = 'Studio', mark, accent, theme } = site ?? {}
  const themeStylesheet = theme ? createThemeStylesheet(theme, accent) : ''
  const stylesheet = `${fontFaces}${tokenStylesheet}${themeStylesheet}${studioStyle}`
  return { name, logo, mark, stylesheet, stylesheetPath: `${STUDIO_PREFIX}/style/${hash(stylesheet).slice(0, 16)}.css` }
}
