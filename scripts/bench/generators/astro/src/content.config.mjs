import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { z } from 'astro/zod'

const schema = z.object({
  title: z.string(),
  metaDescription: z.string(),
  summary: z.string(),
  readTime: z.number(),
  published: z.coerce.date(),
})
export const collections = {
  articles: defineCollection({ loader: glob({ pattern: '*.md', base: './articles' }), schema }),
}
