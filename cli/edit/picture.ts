import path from 'node:path'
import { toSlug } from '../content/slug.ts'
import { Refused } from './refusals.ts'

const KINDS: Readonly<Record<string, string>> = {
  jpeg: '.jpg',
  png: '.png',
  webp: '.webp',
  avif: '.avif',
  gif: '.gif',
  svg: '.svg',
}
/** Bytes of the largest picture: a camera's, and not a film. */
export const LARGEST_PICTURE = 40 << 20

/**
 * What a picture that somebody dropped is called in the content. Its ending is what it is, not what it says.
 * @param isTaken whether a name is that of another picture
 * @throws Refused for what is no picture
 */
export async function nameOfPicture(said: string, bytes: Buffer, isTaken: (name: string) => boolean): Promise<string> {
  const { default: sharp } = await import('sharp')
  const { format } = await sharp(bytes)
    .metadata()
    .catch(() => ({ format: undefined }))
  const ending = format === 'heif' ? KINDS.avif : format && KINDS[format]
  if (!ending) throw new Refused('This is no picture that browsers show. Save it as JPEG, PNG, WebP, AVIF, GIF or SVG.')
  const base = toSlug(path.parse(said).name) || 'picture'
  for (let count = 1; ; count += 1) {
    const name = `${base}${count > 1 ? `-${count}` : ''}${ending}`
    if (!isTaken(name)) return name
  }
}
