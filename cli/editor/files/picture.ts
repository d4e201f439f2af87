import path from 'node:path'
import { toSlug } from '../../content/slug.ts'
import { findSvgProblem } from '../../content/svg-problem.ts'
import { HttpError } from './http-errors.ts'

/** File extensions of the image formats that browsers can display. */
export const pictureExtensions: Readonly<Record<string, string>> = {
  jpeg: '.jpg',
  png: '.png',
  webp: '.webp',
  heif: '.avif',
  gif: '.gif',
  svg: '.svg',
}
export const MAX_PICTURE_BYTES = 40 << 20
const LONGEST_NAME = 80
/** Largest width and height of a picture that is encoded again, in pixels. */
const MAX_SIDE = 4000
/** Side length of a thumbnail in pixels, twice its size on the page. */
const THUMBNAIL = 144

/**
 * Returns an unused name for an uploaded image. Derives the extension from the content, not from the file name.
 * @throws HttpError if browsers cannot display the image
 */
export async function choosePictureName(fileName: string, bytes: Buffer, isTaken: (name: string) => boolean) {
  const { default: sharp } = await import('sharp')
  const { format, compression } = await sharp(bytes)
    .metadata()
    .catch(() => ({ format: undefined, compression: undefined }))
  const extension = format && (format !== 'heif' || compression === 'av1') ? pictureExtensions[format] : undefined
  if (!extension)
    throw new HttpError('Browsers cannot display this file. Save it as JPEG, PNG, WebP, AVIF, GIF or SVG.')
  const problem = format === 'svg' ? findSvgProblem(bytes.toString('utf8')) : undefined
  if (problem) throw new HttpError(`The picture was rejected: ${problem.message}. ${problem.help}`)
  const base =
    toSlug(path.parse(fileName).name)
      .slice(0, LONGEST_NAME)
      .replace(/(?<!-)-+$/, '') || 'picture'
  for (let count = 1; ; count += 1) {
    const name = `${base}${count > 1 ? `-${count}` : ''}${extension}`
    if (!isTaken(name)) return name
  }
}

/**
 * Removes metadata, such as the place where a photo was taken, by encoding a picture again, upright and in at most the
 * size that a page can show. Returns other pictures unchanged.
 */
export async function removePictureMetadata(bytes: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const { exif, xmp, iptc, pages = 1 } = await sharp(bytes).metadata()
  if (!(exif || xmp || iptc) || pages > 1) return bytes
  const upright = sharp(bytes).autoOrient().keepIccProfile()
  return upright.resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true }).toBuffer()
}

/** Returns a thumbnail as a data URL. */
export async function createThumbnail(bytes: Buffer): Promise<string> {
  const { default: sharp } = await import('sharp')
  const small = await sharp(bytes).resize(THUMBNAIL, THUMBNAIL, { fit: 'inside' }).webp().toBuffer()
  return `data:image/webp;base64,${small.toString('base64')}`
}
