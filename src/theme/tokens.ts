import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The bundler replaces this call with the content of the file. */
const text = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8')

/** The tokens as a stylesheet without layers, for pages that do not have the site's styles. */
export const tokenStylesheet = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ')

/** Returns rules that set the accent color, given as #rrggbb. They are outside layers, so they override the tokens. */
export function createAccentStylesheet(accent: string | undefined): string {
  return accent ? `:root{--tag:${accent};--tag-press:color-mix(in oklch,${accent} 92%,black)}` : ''
}

const [light = '', dark = ''] = text.split(/@media|\.night/)

/**
 * Returns a token's color as #rrggbb, for image renderers, email clients and manifests, which do not support `oklch`.
 * The coefficients are from https://bottosson.github.io/posts/oklab/.
 * @throws if there is no such token, or it only refers to another token
 */
export function getHexColor(token: string, scheme: 'light' | 'dark' = 'light'): string {
  const pattern = new RegExp(`--${token}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`)
  const [lightness, chroma, hue] = ((scheme === 'dark' && pattern.exec(dark)) || pattern.exec(light) || [])
    .slice(1)
    .map(Number)
  if (lightness === undefined || chroma === undefined || hue === undefined)
    throw new Error(`tokens.css has no color --${token}`)
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${channels.map(toByte).join('')}`
}

/** Converts linear light (0 to 1, or beyond) to two hexadecimal digits of sRGB (IEC 61966-2-1). */
function toByte(light: number): string {
  const value = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
  const byte = Math.round(255 * Math.min(1, Math.max(0, value)))
  return byte.toString(16).padStart(2, '0')
}
