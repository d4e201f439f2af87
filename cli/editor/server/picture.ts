import path from 'node:path'
import { toSlug } from '../../content/slug.ts'
import { faultOfDrawing } from '../../content/svg.ts'
import { HttpError } from './http-errors.ts'

/** File extensions of the picture formats that browsers show. */
export const pictureKinds: Readonly<Record<string, string>> = {
  jpeg: '.jpg',
  png: '.png',
  webp: '.webp',
  heif: '.avif',
  gif: '.gif',
  svg: '.svg',
}
/** In bytes; enough for a photo. */
export const LARGEST_PICTURE = 40 << 20
const LONGEST_NAME = 80
/** Side of a thumbnail in pixels: twice as many as a list shows it with. */
const THUMBNAIL = 144

/**
 * Returns a free name for an uploaded picture. The extension follows from its bytes, not from its file name.
 * @throws HttpError if it is not a picture that browsers show
 */
export async function nameOfPicture(
  fileName: string,
  bytes: Buffer,
  isTaken: (name: string) => boolean,
): Promise<string> {
  const { default: sharp } = await import('sharp')
  const { format, compression } = await sharp(bytes)
    .metadata()
    .catch(() => ({ format: undefined, compression: undefined }))
  const ending = format && (format !== 'heif' || compression === 'av1') ? pictureKinds[format] : undefined
  if (!ending)
    throw new HttpError('This is no picture that browsers show. Save it as JPEG, PNG, WebP, AVIF, GIF or SVG.')
  const fault = format === 'svg' ? faultOfDrawing(bytes.toString('utf8')) : undefined
  if (fault) throw new HttpError(`Refused: ${fault.message}. ${fault.help}`)
  const base = toSlug(path.parse(fileName).name).slice(0, LONGEST_NAME).replace(/-+$/, '') || 'picture'
  for (let count = 1; ; count += 1) {
    const name = `${base}${count > 1 ? `-${count}` : ''}${ending}`
    if (!isTaken(name)) return name
  }
}

/** Returns a thumbnail as a data URL. */
export async function thumbnailOf(bytes: Buffer): Promise<string> {
  const { default: sharp } = await import('sharp')
  const small = await sharp(bytes).resize(THUMBNAIL, THUMBNAIL, { fit: 'inside' }).webp().toBuffer()
  return `data:image/webp;base64,${small.toString('base64')}`
}
