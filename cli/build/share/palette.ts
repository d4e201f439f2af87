import type { CoverBackground, CoverTone } from '@northshelf/site/drawings/motif.ts'
import { getHexColor } from '@northshelf/site/theme/tokens.ts'

/** The theme's colors as hex, because the image renderer does not support oklch. */
export const hexColors = {
  ink: getHexColor('on-tag'),
  muted: getHexColor('muted'),
  tag: getHexColor('tag'),
  paper: getHexColor('p-paper'),
  cobalt: getHexColor('p-cobalt'),
  night: getHexColor('p-night'),
  pale: getHexColor('p-pale'),
  sky: getHexColor('p-sky'),
}

interface Print {
  ground: string
  figure: string
  accent: string
  own: string
}

const prints: Record<CoverBackground, Print> = {
  paper: { ground: hexColors.pale, figure: hexColors.ink, accent: hexColors.tag, own: hexColors.cobalt },
  tag: { ground: hexColors.tag, figure: hexColors.ink, accent: hexColors.paper, own: hexColors.cobalt },
  cobalt: { ground: hexColors.cobalt, figure: hexColors.paper, accent: hexColors.tag, own: hexColors.ink },
  night: { ground: hexColors.night, figure: hexColors.paper, accent: hexColors.tag, own: hexColors.sky },
}

export const getBackgroundColor = (ground: CoverBackground) => prints[ground].ground

/** Returns the SVG attributes that paint a tone on a background. */
export function getPaintAttributes(tone: CoverTone, ground: CoverBackground): string {
  const { figure, accent, own, ground: knock } = prints[ground]
  switch (tone) {
    case 'line':
      return `fill="none" stroke="${figure}" stroke-width="2"`
    case 'gap':
      return `fill="none" stroke="${figure}" stroke-dasharray="4 4" opacity=".75"`
    case 'accent':
      return `fill="${accent}"`
    case 'own':
      return `fill="${own}"`
    case 'knock':
      return `fill="${knock}"`
    case 'ink':
      return `fill="${hexColors.ink}"`
    default:
      return `fill="${figure}"`
  }
}
