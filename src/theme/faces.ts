import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Fonts in Base64 for the relay's pages, which load no files. The bundler inserts the file content here. */
export const bricolageFont = readFileSync(path.join(import.meta.dirname, 'fonts', 'bricolage.woff2'), 'base64')
export const hankenFont = readFileSync(path.join(import.meta.dirname, 'fonts', 'hanken.woff2'), 'base64')
/** The fonts of other themes, for the studio's pages. */
export const newsreaderFont = readFileSync(path.join(import.meta.dirname, 'fonts', 'newsreader.woff2'), 'base64')
export const nunitoFont = readFileSync(path.join(import.meta.dirname, 'fonts', 'nunito.woff2'), 'base64')
