import { readFileSync, statSync } from 'node:fs'
import { type Cache, hash, hashCode } from '../cache.mjs'

interface Measured {
  /** Hash of the file's bytes. */
  id: string
  width: number
  height: number
  fault?: { message: string; help: string } | undefined
}

/** Returns the hash and display size of an image, cached until the file changes. @throws Error if it is invalid */
export async function measureImage(file: string, cache: Cache): Promise<Measured> {
  const { size, mtimeMs } = statSync(file)
  const key = hash(hashCode(), file, `${size} ${mtimeMs}`)
  const cached = cache.findJson('pictures', key) as Measured | undefined
  if (cached) return cached
  const bytes = readFileSync(file)
  const { default: sharp } = await import('sharp')
  const { autoOrient, format } = await sharp(bytes).metadata()
  // Decode the whole image, because the header does not reveal a truncated or damaged file.
  await sharp(bytes).resize(8, 8, { fit: 'fill' }).raw().toBuffer()
  const fault = format === 'svg' ? findSvgProblem(bytes.toString('utf8')) : undefined
  const measured = { id: hash(bytes).slice(0, 8), width: autoOrient.width, height: autoOrient.height, fault }
  cache.store('pictures', key, JSON.stringify(measured))
  return measured
}

/** Matches markup that could run scripts or load external resources if a browser opened the SVG file directly. */
const ACTIVE = /<\s*(?:script|foreignObject|iframe|!ENTITY)|\son\w+\s*=|(?:javascript|data:text\/html):/i
const SIZE = /\s(?:width|height)\s*=\s*["']\s*[\d.]+\s*(?:px|pt|mm|cm|in|em)?\s*["']/gi

/** Explains why an SVG file cannot be published and how to fix it; undefined if it can be published. */
export function findSvgProblem(svg: string): { message: string; help: string } | undefined {
  if (ACTIVE.test(svg)) {
    const message = 'this drawing contains a script or loads external resources'
    return { message, help: 'Export it again without scripts, or save it as PNG.' }
  }
  const [root = ''] = /<svg\b[^>]*>/i.exec(svg) ?? []
  if (/\sviewBox\s*=/i.test(root) || (root.match(SIZE) ?? []).length === 2) return undefined
  const message = 'this drawing has no size: neither a viewBox nor a width and a height'
  return { message, help: 'Export it again with a viewBox.' }
}
