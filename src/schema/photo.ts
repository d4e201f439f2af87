import { z } from 'zod'
import { line } from './text.ts'

const words = [
  'center',
  'top',
  'bottom',
  'left',
  'right',
  'top left',
  'top right',
  'bottom left',
  'bottom right',
] as const

/** The part of a photo that stays visible when the build crops it. The build reads it beside the name of the image. */
export const focus = z
  .union([z.enum(words), z.array(z.number().min(0).max(100)).length(2)])
  .optional()
  .describe(
    'Part that stays visible if the photo is cropped: center (the default), top, bottom left and so on, or [x, y] in percent from the top left',
  )
  .meta({ examples: ['top'] })
export type Focus = z.infer<typeof focus>

/** Returns the horizontal and vertical position of a focus in percent from the top left, as in CSS `object-position`. */
export function getFocusPoint(focus: Focus): [x: number, y: number] {
  if (Array.isArray(focus)) return [focus[0] ?? 50, focus[1] ?? 50]
  const place = (first: string, last: string) => (focus?.includes(first) ? 0 : focus?.includes(last) ? 100 : 50)
  return [place('left', 'right'), place('top', 'bottom')]
}

/**
 * Returns a schema for a photo that the build crops.
 * @param crop name of the crop, which the build replaces with a `srcset` in place of the name of the image
 */
function createPhotoSchema(crop: 'wide' | 'share', about: string) {
  return z.strictObject({
    image: z.string().trim().min(1).meta({ image: crop }).describe(about),
    alt: line.describe('What the photo shows, for visitors who do not see it'),
    focus,
  })
}

/** A photo at the top of a page. */
export const heroPhotoSchema = createPhotoSchema(
  'wide',
  'Photo in content/images, at least 1240 pixels wide; it is cropped to 16:9',
)
export type HeroPhoto = z.infer<typeof heroPhotoSchema>

/** An image that other sites show beside links to a page. */
export const shareImageSchema = createPhotoSchema(
  'share',
  'Picture in content/images, at least 1200 × 630 pixels; it is cropped to that size',
)
