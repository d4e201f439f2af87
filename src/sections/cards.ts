import type { Article, ArticleEntry } from '../entries/article.ts'
import type { Paged } from '../entries/entry.ts'
import type { Job } from '../entries/job.ts'
import type { Day, PageContent } from '../entries/page-content.ts'
import type { Service } from '../entries/service.ts'

/** Entries in short, as lists show them. */

export function articleCard(entry: ArticleEntry): ArticleCard {
  const { path, folder, title, summary, tag, readTime, cover, coverGround, coverAlt } = entry
  return { path, collection: folder, title, summary, tag, readTime, cover, coverGround, coverAlt }
}

export function listedArticle(entry: ArticleEntry, { dayInWords }: PageContent): ListedArticle {
  return { ...articleCard(entry), published: dayInWords(entry.published), takeaways: entry.takeaways }
}

export function serviceCard(entry: Paged<Service>): ServiceCard {
  const { path, title, description, valueProposition, icon } = entry
  return { path, title, description, valueProposition, icon }
}

export function jobCard(entry: Paged<Job>): JobCard {
  const { path, title, department, location, type, summary } = entry
  return { path, title, department, location, type, summary, salary: entry.salary && salaryText(entry.salary) }
}

/** `$70K-$90K`; in full when it is not a round number of thousands. */
export function salaryText({ min, max, currency }: NonNullable<Job['salary']>): string {
  const amount = (value: number) => {
    const [number, thousands] = value % 1000 === 0 ? [value / 1000, 'K'] : [value, '']
    const text = new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: 0 }).format(
      number,
    )
    return text + thousands
  }
  return `${amount(min)}-${amount(max)}`
}

/** Lists of entries that sections name one of. */
type Lists = Pick<PageContent, 'services' | 'testimonials' | 'faqs' | 'forms'>

/** An entry by its slug. The reference check has passed, so a missing one is a bug of ours. */
export function find<K extends keyof Lists>(content: Lists, collection: K, slug: string): Lists[K][number] {
  const entry = (content[collection] as { slug: string }[]).find((item) => item.slug === slug)
  if (!entry) throw new Error(`${collection}/${slug} passed the reference check but is not there`)
  return entry as Lists[K][number]
}

export interface ArticleCard {
  path: string
  collection: 'blog' | 'insights'
  title: string
  summary: string
  tag: string
  readTime: number
  cover?: Article['cover']
  coverGround?: Article['coverGround']
  coverAlt?: Article['coverAlt']
}

/** An article in the full-page list, with more detail than on a card. */
export type ListedArticle = ArticleCard & Pick<Article, 'takeaways'> & { published: Day }

export interface ServiceCard {
  path: string
  title: string
  description: string
  valueProposition: string
  icon: string
}

export interface JobCard {
  path: string
  title: string
  department: string
  location: string
  type: string
  summary: string
  salary: string | undefined
}
