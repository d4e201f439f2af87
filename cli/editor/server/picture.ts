import path from 'node:path'
import { toSlug } from '../../content/slug.ts'
import { faultOfDrawing } from '../../content/svg.ts'
import { Refused } from './http-errors.ts'

/** Endings of the pictures that browsers show, by what they are. */
export const pictureKinds: Readonly<Record<string, string>> = {
  jpeg: '.jpg',
  png: '.png',
  webp: '.webp',
  heif: '.avif',
  gif: '.gif',
  svg: '.svg',
}
/** Bytes of the largest picture: a camera's, and not a film. */
export const LARGEST_PICTURE = 40 << 20
const LONGEST_NAME = 80
/** Side of a thumbnail in pixels: twice as many as a list shows it with. */
const THUMBNAIL = 144

/**
 * What a picture that somebody dropped is called in the content. Its ending is what it is, not what it says.
 * @param isTaken whether a name is that of another picture
 * @throws Refused for what is no picture
 */
export async function nameOfPicture(said: string, bytes: Buffer, isTaken: (name: string) => boolean): Promise<string> {
  const { default: sharp } = await import('sharp')
  const { format, compression } = await sharp(bytes)
    .metadata()
    .catch(() => ({ format: undefined, compression: undefined }))
  const ending = format && (format !== 'heif' || compression === 'av1') ? pictureKinds[format] : undefined
  if (!ending) throw new Refused('This is no picture that browsers show. Save it as JPEG, PNG, WebP, AVIF, GIF or SVG.')
  const fault = format === 'svg' ? faultOfDrawing(bytes.toString('utf8')) : undefined
  if (fault) throw new Refused(`Refused: ${fault.message}. ${fault.help}`)
  const base = toSlug(path.parse(said).name).slice(0, LONGEST_NAME).replace(/-+$/, '') || 'picture'
  for (let count = 1; ; count += 1) {
    const name = `${base}${count > 1 ? `-${count}` : ''}${ending}`
    if (!isTaken(name)) return name
  }
}

/** A picture as small as a list shows it, whole in an address. */
export async function thumbnailOf(bytes: Buffer): Promise<string> {
  const { default: sharp } = await import('sharp')
  const small = await sharp(bytes).resize(THUMBNAIL, THUMBNAIL, { fit: 'inside' }).webp().toBuffer()
  return `data:image/webp;base64,${small.toString('base64')}`
}
