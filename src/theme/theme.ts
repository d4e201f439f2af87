import { getContrastRatio, MIN_TEXT_CONTRAST } from './contrast.ts'
import { parseHexColor, toHexColor } from './oklch.ts'
import { createAccentStylesheet, fontStacks, getTokenColor, listColorTokens, type Scheme } from './tokens.ts'

/** Radii of small boxes, such as buttons, and of panels. tokens.css has sharp corners. */
export const cornerRadii = {
  sharp: {},
  soft: { r2: '5px', r6: '10px' },
  round: { r2: '10px', r6: '18px' },
}

/** Font stacks for headings (`display`) and text that differ from tokens.css. `fonts` has a file for each first font. */
export const fontPairs = {
  grotesque: {},
  serif: { display: '"Newsreader","Newsreader fallback",Georgia,serif' },
  rounded: {
    display: '"Nunito","Nunito fallback",system-ui,sans-serif',
    text: '"Nunito","Nunito fallback",system-ui,sans-serif',
  },
}

/** The look of a site: `theme` in site.yaml. */
export interface Theme {
  /** The second color as #rrggbb; by default, that of tokens.css. */
  secondary?: string | undefined
  drawings: 'shelf' | 'neutral'
  corners: keyof typeof cornerRadii
  fonts: keyof typeof fontPairs
}

/** Tokens that do not follow the second color: those of the accent color, and those whose hue has a meaning. */
const KEPT = ['tag', 'tag-press', 'on-tag', 'coral', 'error', 'ok']

/**
 * Returns a token's color as #rrggbb in a theme. Light pages show the second color itself. All other colors have the
 * lightness of tokens.css, and the hue and at most the chroma of the second color. Where the second color would be hard
 * to read as text, it is darker on light pages and lighter on dark ones.
 */
export function getThemeColor(name: string, { secondary }: Pick<Theme, 'secondary'>, scheme: Scheme = 'light'): string {
  const token = getTokenColor(name, scheme)
  if (!secondary || KEPT.includes(name)) return toHexColor(token)
  const [lightness, maxChroma] = token
  const [ownLightness, chroma, hue] = parseHexColor(secondary)
  const shade = (lightness: number) => toHexColor([lightness, Math.min(maxChroma, chroma), hue])
  if (name !== 'cobalt') return shade(lightness)
  const grounds = scheme === 'night' ? ['night', 'night-2'] : ['paper', 'sheet', 'fill']
  const backs = grounds.map((ground) => getThemeColor(ground, { secondary }, scheme))
  const isReadable = (color: string) => backs.every((back) => getContrastRatio(color, back) >= MIN_TEXT_CONTRAST)
  const isLight = scheme === 'light' || scheme === 'print'
  if (isLight && isReadable(secondary)) return secondary
  const steps = Array.from({ length: 101 }, (_, step) => step / 100)
  const shades = steps.map((step) => shade(isLight ? ownLightness - step : lightness + step))
  return shades.find(isReadable) ?? secondary
}

/** The rule of each scheme, in the order of tokens.css. */
const rules: Record<Scheme, (declarations: string) => string> = {
  light: (declarations) => `:root{${declarations}}`,
  dark: (declarations) => `@media(prefers-color-scheme:dark){:root{${declarations}}}`,
  night: (declarations) => `.night{${declarations}}`,
  print: (declarations) => `@media print{:root,.night{${declarations}}}`,
}

/** Returns rules that set the tokens that a site changes. They are outside layers, so they override the tokens. */
export function createThemeStylesheet(theme: Theme, accent?: string): string {
  const shape = { ...cornerRadii[theme.corners], ...fontPairs[theme.fonts] }
  const colors = (Object.keys(rules) as Scheme[]).map((scheme) => formatRule(scheme, listThemeColors(scheme, theme)))
  return createAccentStylesheet(accent) + formatRule('light', shape) + colors.join('')
}

function listThemeColors(scheme: Scheme, theme: Theme): Record<string, string> {
  const tokens = listColorTokens(scheme).filter(([name]) => theme.secondary && !KEPT.includes(name))
  // Keep white and black, which printed pages use.
  const colors = tokens.map(([name, value]) => [name, value.includes('(') ? getThemeColor(name, theme, scheme) : value])
  return Object.fromEntries(colors)
}

function formatRule(scheme: Scheme, tokens: Record<string, string>): string {
  const declarations = Object.entries(tokens).map(([name, value]) => `--${name}:${value}`)
  return declarations.length > 0 ? rules[scheme](declarations.join(';')) : ''
}

export const FONT_FACE = /@font-face ?\{[^{}]*\}/g
const getFamily = (face: string) => /font-family:\s*["']?([^"';}]+)/.exec(face)?.[1] ?? ''

/** Removes the `@font-face` rules that a theme does not use. The stylesheet can set font stacks of its own. */
export function selectFontFaces(css: string, { fonts }: Pick<Theme, 'fonts'>): string {
  const own = [...css.matchAll(/--(display|text|mono):([^;}]+)/g)].map(([, use = '', stack = '']) => [use, stack])
  const stacks = Object.values<string>({ ...fontStacks, ...Object.fromEntries(own), ...fontPairs[fonts] })
  const families = stacks.flatMap((stack) => stack.split(',').map((name) => name.replace(/["']/g, '').trim()))
  return css.replace(FONT_FACE, (face) => (families.includes(getFamily(face)) ? face : ''))
}

/** Lists the font files of a theme. Those without basic Latin letters are loaded only where a page shows their letters. */
export function listFontFiles(css: string, theme: Pick<Theme, 'fonts'>) {
  return (selectFontFaces(css, theme).match(FONT_FACE) ?? []).flatMap((face) => {
    const [, file] = /url\(["']?(\/[^)"']+\.woff2)/.exec(face) ?? []
    const hasLatin = !face.includes('unicode-range') || /U\+0*[0-7?]?[\dA-F?]?(?![\dA-F?])/i.test(face)
    return file ? [{ file, family: getFamily(face), hasLatin, letters: createLetterPattern(face) }] : []
  })
}

/** Removes the `@font-face` rules for letters that a page does not contain. */
export function omitUnusedFontFaces(styles: string, html: string): string {
  return styles.replace(FONT_FACE, (face) => (createLetterPattern(face)?.test(html) === false ? '' : face))
}

/** Returns a pattern of the letters in the `unicode-range` of a font; undefined if all pages may need the font. */
function createLetterPattern(face: string): RegExp | undefined {
  const [, ranges = ''] = /unicode-range:([^;}?]+)[;}]/.exec(face) ?? []
  const spans = [...ranges.matchAll(/([\dA-F]+)-?([\dA-F]*)/gi)]
  const set = spans.map(([, from, to]) => `\\u{${from}}-\\u{${to || from}}`).join('')
  return set ? new RegExp(`[${set}]`, 'u') : undefined
}
