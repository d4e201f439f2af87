import { z } from 'zod'
import type { Article } from '../../entries/article.ts'
import type { Heading } from '../../entries/entry.ts'
import type { FormattedDay } from '../../entries/page-content.ts'
import type { ArticleCard, PersonView } from '../entry-views.ts'

export const view = z.custom<{
  type: 'article'
  card: ArticleCard
  /** The person who wrote the article, or only a name. */
  author: PersonView | { name: string }
  published: FormattedDay
  updated?: FormattedDay | undefined
  back: { label: string; to: string; all: string }
  headings: Heading[]
  /** Rendered HTML of the text. */
  body: string
  figures: Article['figures']
  takeaways: Article['takeaways']
  call: Article['call']
  action: { label: string; to: string }
  related: ArticleCard[]
}>()

export const html = 'body'
