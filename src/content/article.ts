import { z } from 'zod'
import { day, line, pageDescription, pageTitle, sentence, text } from './text.ts'

/** A blog or insight article. The file name is the slug; the markdown body is the article. */
export const article = z.strictObject({
  title: line.max(90).describe('Heading of the article'),
  metaTitle: pageTitle.optional().describe('Shorter title for search results; without it the heading'),
  metaDescription: pageDescription,
  summary: text.max(220).describe('Teaser in lists'),
  tag: line.max(24),
  readTime: z.int().min(1).max(60).describe('Minutes'),
  published: day,
  updated: day.optional(),
  author: line.max(60),
  cover: z
    .enum(['leak', 'shelf', 'listing', 'ladder', 'scale', 'budget', 'columns', 'schedule', 'tag'])
    .describe('Motif of the drawn cover'),
  coverGround: z
    .enum(['paper', 'tag', 'cobalt', 'night'])
    .optional()
    .describe('Color behind it; each motif has one of its own. Two articles with one motif differ by it'),
  coverAlt: line.describe('What the cover shows'),
  takeaways: z.array(sentence.max(200)).min(3).max(6),
  call: z.strictObject({ heading: line.max(80), text: line }).describe('The call to the Brand Plan under the article'),
})
export type Article = z.infer<typeof article>
