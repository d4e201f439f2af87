import { motifs } from '../drawings/covers/motifs.ts'
import { type ArticleEntry, articleSchema, getReadTime } from '../entries/article.ts'
import { createOrganization } from '../entries/organization.ts'
import type { PageContent } from '../entries/page-content.ts'
import { requireSitePart } from '../entries/site.ts'
import { formatTimeInZone } from '../entries/time-zone.ts'
import { formatMarkdownList } from '../schema/markdown.ts'
import { createArticleCard, getAuthor } from '../sections/entry-views.ts'
import type { SectionView } from '../sections/view.ts'
import { getShareImagePath } from './addresses.ts'
import { defineCollection } from './collection.ts'
import { describePerson } from './person.ts'

export const articles = defineCollection({
  name: 'articles',
  folders: {
    blog: { kind: 'blog', next: ', in the list and in the feed.' },
    insights: { kind: 'insight', next: ', in the list and in the feed.' },
  },
  extension: '.md',
  schema: articleSchema,
  order: ['-published', 'title'],
  from: 'published',
  words: 'article.{folder}',
}).withPages({
  path: '{folder}/{slug}',
  title: ['metaTitle', 'title'],
  description: 'metaDescription',
  name: ({ title }) => title,
  parent: (folder, site) => site.article?.[folder],
  view: (entry, content) => [articleSection(entry, content)],
  card({ title, tag, folder, cover, coverGround, ...entry }, { labels, article }) {
    const time = labels.minutes.replace('{n}', String(getReadTime(entry)))
    const drawing = { ...motifs[cover ?? 'tag'], ...(coverGround && { ground: coverGround }) }
    return { label: [requireSitePart(article?.[folder]).label, tag, time].join(' · '), title, drawing }
  },
  structuredData: (entry, content) => [describeArticle(entry, content)],
  modified: ({ updated, published }) => updated ?? published,
  markdown: ({ markdown = '', takeaways }, { site: { labels } }) =>
    takeaways ? `${markdown}\n\n${formatMarkdownList(labels.keyTakeaways, takeaways)}` : markdown,
  feed: ({ tag, ...entry }, content) => ({ ...entry, category: tag, author: getAuthor(entry, content).name }),
})

/** schema.org BlogPosting. https://developers.google.com/search/docs/appearance/structured-data/article */
function describeArticle(entry: ArticleEntry, content: PageContent): object {
  const { title, metaDescription, published, updated, path } = entry
  const { site } = content
  const author = getAuthor(entry, content)
  const startOf = (day: string) => formatTimeInZone(day, '00:00:00', site.timeZone)
  return {
    '@type': 'BlogPosting',
    headline: title,
    description: metaDescription,
    datePublished: startOf(published),
    dateModified: startOf(updated ?? published),
    author: 'role' in author ? describePerson(author, site) : { '@type': 'Organization', name: author.name },
    publisher: createOrganization(site),
    mainEntityOfPage: site.url + path,
    image: site.url + (entry.share?.image ?? getShareImagePath(path)),
  }
}

function articleSection(entry: ArticleEntry, content: PageContent): SectionView {
  const { headings, figures, takeaways, call } = entry
  const { articles, site, formatDay } = content
  return {
    type: 'article',
    card: createArticleCard(entry),
    author: getAuthor(entry, content),
    published: formatDay(entry.published),
    updated: entry.updated ? formatDay(entry.updated) : undefined,
    headings,
    figures,
    takeaways,
    call,
    body: entry.html,
    back: requireSitePart(site.article?.[entry.folder]),
    action: requireSitePart(site.article).action,
    related: listRelated(entry, articles).map(createArticleCard),
  }
}

/**
 * Returns the two newest other articles in the folder and language. Stops once it has found them, because scanning all
 * articles for every article would take quadratic time.
 */
function listRelated({ folder, slug }: ArticleEntry, articles: readonly ArticleEntry[]): ArticleEntry[] {
  const related: ArticleEntry[] = []
  for (const other of articles) {
    if (other.folder === folder && other.slug !== slug && !other.unlisted && !other.isForeign) related.push(other)
    if (related.length === 2) break
  }
  return related
}
