import { getThemeColor, type Theme } from '../../theme/theme.ts'
import { getHexColor } from '../../theme/tokens.ts'

/** Returns rules that give drawn portraits the colors of a site, instead of the colors of tokens.css in their attributes. */
export function createPortraitStylesheet(theme: Pick<Theme, 'secondary'>, accent?: string): string {
  const tokens = theme.secondary ? ['p-pale', 'p-sky', 'p-cobalt', 'p-night', 'ink'] : []
  const colors = tokens.map((name) => [name, getThemeColor(name, theme)] as const)
  const all = accent ? [...colors, ['tag', accent] as const] : colors
  return all.map(([name, color]) => `.face [fill="${getHexColor(name)}"]{fill:${color}}`).join('')
}
