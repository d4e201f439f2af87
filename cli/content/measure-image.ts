import { type Cache, hash, hashCode } from '../cache.mjs'
import { findSvgProblem } from './svg-problem.ts'

interface Measured {
  /** Hash of the file's bytes. */
  id: string
  width: number
  height: number
  problem?: { message: string; help: string } | undefined
}

/**
 * Returns the hash and display size of an image.
 * @param version identifies the file and its version in the cache
 * @throws Error if the image is invalid
 */
export async function measureImage(readBytes: () => Buffer, version: string, cache: Cache): Promise<Measured> {
  const key = hash(hashCode(), version)
  const cached = cache.findJson('pictures', key) as Measured | undefined
  if (cached) return cached
  const bytes = readBytes()
  const { default: sharp } = await import('sharp')
  const { autoOrient, format } = await sharp(bytes).metadata()
  // Decode the whole image, because the header does not reveal a truncated or damaged file.
  await sharp(bytes).resize(8, 8, { fit: 'fill' }).raw().toBuffer()
  const problem = format === 'svg' ? findSvgProblem(bytes.toString('utf8')) : undefined
  const measured = { id: hash(bytes).slice(0, 8), width: autoOrient.width, height: autoOrient.height, problem }
  cache.store('pictures', key, JSON.stringify(measured))
  return measured
}
