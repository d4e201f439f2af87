import type { ArticleEntry } from '../collections/article.ts'
import type { Paged } from '../collections/collection.ts'
import type { CollectionName, Content } from '../collections/content.ts'
import type { Job } from '../collections/job.ts'
import type { Service } from '../collections/service.ts'
import type { ArticleCard, JobCard, ListedArticle, ServiceCard } from './view.ts'

/** Entries in short, as lists show them. */

export function articleCard(entry: ArticleEntry): ArticleCard {
  const { path, folder, title, summary, tag, readTime, cover, coverGround, coverAlt } = entry
  return { path, collection: folder, title, summary, tag, readTime, cover, coverGround, coverAlt }
}

export function listedArticle(entry: ArticleEntry, { dayInWords }: Content): ListedArticle {
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

/** An entry by its slug. The reference check has passed, so a missing one is a bug of ours. */
export function find<K extends CollectionName>(content: Content, collection: K, slug: string): Content[K][number] {
  const entry = (content[collection] as { slug: string }[]).find((item) => item.slug === slug)
  if (!entry) throw new Error(`${collection}/${slug} passed the reference check but is not there`)
  return entry as Content[K][number]
}
