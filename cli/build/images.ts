import { readFile } from 'node:fs/promises'
import type { Content } from '../../src/collections/content.ts'
import type { Files } from './output.ts'

/** Publishes the pictures of the content in the sizes and formats that their addresses promise. */
export async function writeImages({ images }: Pick<Content, 'images'>, output: Files): Promise<void> {
  for (const { url, file, width, height } of images) {
    const target = url.slice(1)
    // The address holds the hash of the picture and its width, so it is its own key.
    if (output.keep(target, target)) continue
    if (!url.endsWith('.webp')) {
      await output.write(target, target, await readFile(file))
      continue
    }
    const { default: sharp } = await import('sharp')
    const picture = sharp(file).autoOrient().resize({ width, height, fit: 'cover', withoutEnlargement: true })
    await output.write(target, target, await picture.webp({ quality: 80 }).toBuffer())
  }
}
