import { readFile } from 'node:fs/promises'
import type { Content } from '@northshelf/site/collections/content.ts'
import { hash, hashCode, openCache } from '../cache.mjs'
import { forEachLimited } from '../pool.ts'
import type { Files } from './output.ts'

/** How many pictures are encoded at once: Node has four threads for it. */
const AT_ONCE = 4

/**
 * Publishes the pictures of the content in the sizes and formats that their addresses promise. One that was encoded once
 * is not encoded again, whichever folder is built: its address holds the hash of the picture and its width.
 */
export async function writeImages({ images }: Pick<Content, 'images'>, output: Files): Promise<void> {
  if (images.length === 0) return
  const cache = openCache()
  const code = hashCode()
  await forEachLimited(images, AT_ONCE, async ({ url, file, width, height }) => {
    const target = url.slice(1)
    const key = hash(code, target)
    if (output.keep(target, key)) return
    if (!url.endsWith('.webp')) return void (await output.write(target, key, await readFile(file)))
    const known = cache.find('pictures-webp', key)
    const picture = known ?? (await encode(file, width, height))
    if (!known) cache.store('pictures-webp', key, picture)
    await output.write(target, key, picture)
  })
}

async function encode(file: string, width: number, height: number): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  return sharp(file).autoOrient().resize({ width, height, fit: 'cover' }).webp({ quality: 80 }).toBuffer()
}
