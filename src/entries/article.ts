import { z } from 'zod'
import { type MotifName, motifs } from '../drawings/covers/motifs.ts'
import { coverBackgrounds } from '../drawings/motif.ts'
import { pictureSchema } from '../drawings/picture.ts'
import { heroPhotoSchema } from '../schema/photo.ts'
import { day, draft, line, pageDescription, pageTitle, reference, sentence, slug, text } from '../schema/text.ts'
import type { PagedEntry, RenderedBody } from './entry.ts'
import { pageOptions } from './page-options.ts'

/** A blog or insight article. The file name is its slug, and the Markdown body is its text. */
export const articleSchema = z
  .strictObject({
    title: line.max(90).describe('Heading of the article'),
    metaTitle: pageTitle.optional().describe('Shorter title for search results; defaults to the heading'),
    metaDescription: pageDescription,
    summary: text.max(220).describe('Teaser text for lists'),
    tag: line.max(24).describe('Topic, in a word or two'),
    readTime: z
      .int()
      .min(1)
      .max(600)
      .optional()
      .describe('Reading time in minutes; by default, computed from the text at 230 words per minute'),
    published: day.describe('Date of publication; lists show the newest first'),
    updated: day.optional().describe('Date of the last substantial change'),
    author: line.max(60).optional().describe('Author; defaults to the name of the company'),
    person: reference('people').optional().describe('Author, shown with portrait and bio below the text'),
    photo: heroPhotoSchema.optional().describe('Photo, shown instead of the cover drawing'),
    cover: z
      .enum(Object.keys(motifs) as MotifName[])
      .optional()
      .describe('Motif of the cover drawing; without a motif, lists and the page show only text'),
    coverGround: z
      .enum(coverBackgrounds)
      .optional()
      .describe('Background of the cover, to distinguish articles with the same motif; each motif has its own default'),
    coverAlt: line.optional().describe('Alternative text for the cover; required if `cover` is set'),
    takeaways: z
      .array(sentence.max(200))
      .min(1)
      .max(6)
      .optional()
      .describe('Key takeaways, one sentence each, below the text'),
    figures: z
      .record(slug, pictureSchema)
      .optional()
      .describe('Drawings by name; to show one, put `![](figure:name)` on its own line in the text'),
    call: z
      .strictObject({
        heading: line.max(80).describe('Heading of the call to action'),
        text: line.describe('Reason to act, in one line'),
      })
      .optional()
      .describe('Call to action below the article'),
    ...pageOptions,
    draft,
  })
  .refine(({ cover, coverAlt }) => cover === undefined || coverAlt !== undefined, {
    path: ['coverAlt'],
    error: 'a description of what the cover shows',
  })
  .refine(({ author, person }) => author === undefined || person === undefined, {
    path: ['author'],
    error: 'either an author or a person, not both',
  })
export type Article = z.infer<typeof articleSchema>

/** Reading speed of adults. */
const WORDS_PER_MINUTE = 230

/** Returns the reading time in whole minutes, rounded up: the one in the front matter, or else that of the body. */
export function getReadTime({ readTime, words }: Pick<Article & RenderedBody, 'readTime' | 'words'>): number {
  return readTime ?? Math.max(1, Math.ceil(words / WORDS_PER_MINUTE))
}

export type ArticleEntry = PagedEntry<Article & RenderedBody, 'blog' | 'insights'>
