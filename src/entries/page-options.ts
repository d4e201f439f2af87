import { z } from 'zod'
import { shareImageSchema } from '../schema/photo.ts'

/** Fields that change how pages are found and framed. */
export const pageOptions = {
  unlisted: z.boolean().optional().describe('Whether search engines, lists, feeds and the sitemap omit the page'),
  header: z.enum(['bare']).optional().describe('bare: only the logo above the page, and one line with links below it'),
  share: shareImageSchema.optional().describe('Image shown with shared links, instead of the one that the build draws'),
}
export type PageOptions = Partial<z.infer<z.ZodObject<typeof pageOptions>>>
