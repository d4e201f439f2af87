import { toLinearLight } from './contrast.ts'

/** A color as lightness (0 to 1), chroma and hue in degrees. https://bottosson.github.io/posts/oklab/ */
export type Oklch = [lightness: number, chroma: number, hue: number]

/** Converts a color to #rrggbb. Colors that sRGB lacks are clipped. */
export function toHexColor([lightness, chroma, hue]: Oklch): string {
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

/** Converts a color from #rrggbb. */
export function parseHexColor(color: string): Oklch {
  const [red = 0, green = 0, blue = 0] = toLinearLight(color)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  return [lightness, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI]
}

/** Converts linear light (0 to 1, or beyond) to two hexadecimal digits of sRGB (IEC 61966-2-1). */
function toByte(light: number): string {
  const value = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
  const byte = Math.round(255 * Math.min(1, Math.max(0, value)))
  return byte.toString(16).padStart(2, '0')
}
