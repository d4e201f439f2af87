import { readFile } from 'node:fs/promises'
import type { Content } from '@northshelf/site/collections/content.ts'
import { hash, hashCode, openCache } from '../cache.mjs'
import { forEachLimited } from '../pool.ts'
import type { FileWriter } from './output.ts'

/** Number of images encoded concurrently: one for each thread in Node's pool. */
const CONCURRENCY = 4

/**
 * Publishes the content's images in the sizes and formats that their URLs specify. All output folders can share one
 * cache of encoded images, because each URL contains the image's hash and width.
 */
export async function writeImages({ images }: Pick<Content, 'images'>, output: FileWriter): Promise<void> {
  if (images.length === 0) return
  const cache = openCache()
  const code = hashCode()
  await forEachLimited(images, CONCURRENCY, async ({ url, file, width, height }) => {
    const target = url.slice(1)
    const key = hash(code, target)
    if (output.keep(target, key)) return
    if (!url.endsWith('.webp')) return void (await output.write(target, key, await readFile(file)))
    const cached = cache.find('pictures-webp', key)
    const picture = cached ?? (await encode(file, width, height))
    if (!cached) cache.store('pictures-webp', key, picture)
    await output.write(target, key, picture)
  })
}

async function encode(file: string, width: number, height: number): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  return sharp(file).autoOrient().resize({ width, height, fit: 'cover' }).webp({ quality: 80 }).toBuffer()
}
