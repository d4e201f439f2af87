import { z } from 'zod'
import type { Article } from '../../collections/article.ts'
import type { ArticleCard, Day, Heading } from '../view.ts'

export const view = z.custom<{
  type: 'article'
  card: ArticleCard
  author: string
  published: Day
  updated?: Day | undefined
  back: { label: string; to: string; all: string }
  headings: Heading[]
  /** Rendered HTML. */
  body: string
  figures: Article['figures']
  takeaways: Article['takeaways']
  call: Article['call']
  action: { label: string; to: string }
  related: ArticleCard[]
}>()
