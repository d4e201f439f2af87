import type { CoverTone, Ground } from '@northshelf/site/drawings/motif.ts'
import { hexOf } from '@northshelf/site/theme/tokens.ts'

/** The theme's colours as hex, because the image renderer does not support oklch. */
export const color = {
  ink: hexOf('on-tag'),
  muted: hexOf('muted'),
  tag: hexOf('tag'),
  paper: hexOf('p-paper'),
  cobalt: hexOf('p-cobalt'),
  night: hexOf('p-night'),
  pale: hexOf('p-pale'),
  sky: hexOf('p-sky'),
}

interface Print {
  ground: string
  figure: string
  accent: string
  own: string
}

const prints: Record<Ground, Print> = {
  paper: { ground: color.pale, figure: color.ink, accent: color.tag, own: color.cobalt },
  tag: { ground: color.tag, figure: color.ink, accent: color.paper, own: color.cobalt },
  cobalt: { ground: color.cobalt, figure: color.paper, accent: color.tag, own: color.ink },
  night: { ground: color.night, figure: color.paper, accent: color.tag, own: color.sky },
}

export const groundColor = (ground: Ground) => prints[ground].ground

/** Returns the SVG attributes that paint a tone on a background. */
export function paint(tone: CoverTone, ground: Ground): string {
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
      return `fill="${color.ink}"`
    default:
      return `fill="${figure}"`
  }
}
