import { z } from 'zod'
import { type MotifName, motifs } from '../drawings/covers/motifs.ts'
import { grounds } from '../drawings/motif.ts'
import { picture } from '../drawings/picture.ts'
import { day, draft, line, pageDescription, pageTitle, sentence, slug, text } from '../schema/text.ts'
import type { Body, Paged } from './entry.ts'

/** A blog or insight article. The file name is the slug; the markdown body is the article. */
export const article = z
  .strictObject({
    title: line.max(90).describe('Heading of the article'),
    metaTitle: pageTitle.optional().describe('Shorter title for search results; without it the heading'),
    metaDescription: pageDescription.describe('Description for search results and shared links'),
    summary: text.max(220).describe('Teaser in lists'),
    tag: line.max(24).describe('The subject, in a word or two'),
    readTime: z.int().min(1).max(600).describe('Minutes it takes to read'),
    published: day.describe('Day of publication; lists show the newest first'),
    updated: day.optional().describe('Day of the last change in substance'),
    author: line.max(60).describe('Who wrote it'),
    cover: z
      .enum(Object.keys(motifs) as MotifName[])
      .optional()
      .describe('Motif of the drawn cover; without one, lists and the page show words alone'),
    coverGround: z
      .enum(grounds)
      .optional()
      .describe('Color behind it; each motif has one of its own. Two articles with one motif differ by it'),
    coverAlt: line.optional().describe('What the cover shows; every cover needs it'),
    takeaways: z
      .array(sentence.max(200))
      .min(1)
      .max(6)
      .optional()
      .describe('What to remember, one sentence each, under the text'),
    figures: z
      .record(slug, picture)
      .optional()
      .describe('Drawn figures of the text, each under a name; `![](figure:name)` on a line of its own puts one there'),
    call: z
      .strictObject({ heading: line.max(80).describe('Heading of the call'), text: line.describe('Why, in one line') })
      .optional()
      .describe('The call to the Brand Plan under the article'),
    draft,
  })
  .refine(({ cover, coverAlt }) => cover === undefined || coverAlt !== undefined, {
    path: ['coverAlt'],
    error: 'what the cover shows, in words',
  })
export type Article = z.infer<typeof article>
export type ArticleEntry = Paged<Article & Body, 'blog' | 'insights'>
