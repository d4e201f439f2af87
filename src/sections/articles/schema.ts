import { z } from 'zod'
import type { PageContent } from '../../entries/page-content.ts'
import { actionSchema } from '../../schema/action.ts'
import { heading, intro } from '../../schema/blocks.ts'
import { getPageEntries, type Pagination } from '../../schema/pagination.ts'
import { line, reference } from '../../schema/text.ts'
import { createArticleListItem } from '../entry-views.ts'

export const schema = z.strictObject({
  type: z.literal('articles').describe('Selected articles, or all articles in a folder'),
  heading: heading.optional(),
  text: intro,
  look: z
    .enum(['covers', 'teasers', 'wall', 'list', 'findings'])
    .default('teasers')
    .describe(
      'For selected articles: covers (with drawings) or teasers (cards). For all articles: wall (large covers), list (rows) or findings (key takeaways)',
    ),
  from: z
    .enum(['blog', 'insights'])
    .describe('Folder of the articles; without `items`, all are listed, newest first, on several pages if needed'),
  items: z.array(reference('articles')).min(1).optional().describe('Selected articles, such as blog/opening-day'),
  more: actionSchema.optional().describe('Link to all articles'),
  empty: line.optional().describe('Text shown if there are no articles; without it, the section is omitted'),
})

export function resolve(section: z.infer<typeof schema>, content: PageContent, pagination?: Pagination) {
  const entries = section.items
    ? section.items.map((id) => content.articles.find((entry) => `${entry.folder}/${entry.slug}` === id))
    : getPageEntries(listAll(section, content), pagination?.page)
  const items = entries.flatMap((entry) => (entry ? [createArticleListItem(entry, content)] : []))
  return { ...section, items, pagination: section.items ? undefined : pagination }
}

export function lists({ items, from }: Partial<z.infer<typeof schema>>) {
  return items ? undefined : from
}

/** Returns the date of the latest change, if the section lists all articles in a folder. */
export function lastModified(section: z.infer<typeof schema>, content: PageContent): string | undefined {
  if (section.items) return undefined
  const days = listAll(section, content).map((entry) => entry.updated ?? entry.published)
  return days.sort().at(-1)
}

function listAll({ from }: z.infer<typeof schema>, { articles }: PageContent) {
  return articles.filter((entry) => entry.folder === from && !entry.unlisted)
}
