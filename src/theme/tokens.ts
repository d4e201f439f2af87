import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Oklch, toHexColor } from './oklch.ts'

/** The bundler replaces this call with the content of the file. */
const source = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8')
const text = source.replace(/\/\*[\s\S]*?\*\//g, '')

/** The tokens as a stylesheet without layers, for pages that do not have the site's styles. */
export const tokenStylesheet = text.replace(/\s+/g, ' ')

/** Returns rules that set the accent color, given as #rrggbb. They are outside layers, so they override the tokens. */
export function createAccentStylesheet(accent: string | undefined): string {
  return accent ? `:root{--tag:${accent};--tag-press:color-mix(in oklch,${accent} 92%,black)}` : ''
}

/** The font stacks of headings (`display`), `text` and code (`mono`). */
export const fontStacks = Object.fromEntries(
  [...text.matchAll(/--(display|text|mono): (.+);/g)].map(([, use = '', stack = '']) => [use, stack]),
)

const [light = '', dark = '', night = '', , print = ''] = text.split(/@media|\.night/)
const schemes = { light, dark, night, print }
/** The color schemes in tokens.css: of pages, of night bands, and of printed pages. */
export type Scheme = keyof typeof schemes

/** Returns the names and values of the tokens that set a color in a scheme, except references to other tokens. */
export function listColorTokens(scheme: Scheme): [token: string, value: string][] {
  const declarations = schemes[scheme].matchAll(/--([\w-]+): (oklch\([\d. ]+\)|white|black);/g)
  return [...declarations].map(([, token = '', value = '']) => [token, value])
}

/** Returns a token's color in a scheme. @throws if there is no such token, or it only refers to another token */
export function getTokenColor(token: string, scheme: Scheme): Oklch {
  const pattern = new RegExp(`--${token}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`)
  const found = pattern.exec(schemes[scheme]) ?? pattern.exec(light)
  if (!found) throw new Error(`tokens.css has no color --${token}`)
  return found.slice(1).map(Number) as Oklch
}

/** Like `getTokenColor`, but as #rrggbb, for image renderers, email clients and manifests, which lack `oklch`. */
export function getHexColor(token: string, scheme: Scheme = 'light'): string {
  return toHexColor(getTokenColor(token, scheme))
}
