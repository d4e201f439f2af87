import { z } from 'zod'
import { line } from './text.ts'

const percent = z
  .number()
  .min(0)
  .max(100)
  .meta({ examples: [50] })

const isShare = (value: number) => value > 0 && value < 1

/** The point of a photo that crops keep. The build reads it beside the name of the image. */
export const focus = z
  .array(percent)
  .length(2)
  .refine((point) => !point.every(isShare), {
    error: ({ input }) =>
      `the numbers are percentages, so write [${(input as number[]).map((share) => Math.round(share * 100)).join(', ')}]`,
  })
  .optional()
  .describe('Point that crops of the photo keep: [x, y] in percent from the top left; by default, the center')

/** @param crop name of a crop in `cli/content/images.ts` */
function createPhotoSchema(crop: 'wide' | 'share', about: string) {
  return z.strictObject({
    image: z.string().trim().min(1).meta({ image: crop }).describe(about),
    alt: line.describe('What the photo shows, for visitors who do not see it'),
    focus,
  })
}

export const heroPhotoSchema = createPhotoSchema('wide', 'File in content/images, 1240 pixels wide, cropped to 16:9')
export type HeroPhoto = z.infer<typeof heroPhotoSchema>
export const shareImageSchema = createPhotoSchema('share', 'File in content/images, cropped to 1200 × 630 pixels')
