import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The site's faces, in base64. The relay's pages load nothing, so they hold them. The bundler embeds them. */
export const bricolage = readFileSync(path.join(import.meta.dirname, 'fonts', 'bricolage.woff2'), 'base64')
export const hanken = readFileSync(path.join(import.meta.dirname, 'fonts', 'hanken.woff2'), 'base64')
