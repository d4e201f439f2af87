import type { ComponentProps } from 'react'
import { isLaterPage } from '../../schema/pagination.ts'
import { PageLinks } from '../../ui/page-links.tsx'
import { Section } from '../../ui/section.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import type { ArticleListItem } from '../cards.ts'
import type { SectionProps, ViewOf } from '../view.ts'
import { ArticleCard, ArticleText } from './article-card.tsx'
import { computeCoverSpans } from './cover-spans.ts'

type Look = ViewOf<'articles'>['look']
type CardProps = ComponentProps<typeof ArticleCard>

const listClass = { covers: 'grid', teasers: 'grid', wall: 'grid ac-wall', list: 'rows ac-list', findings: undefined }
const coverClass = ['c6 ac-big', 'c3', 'c3']
const wallClass = { 12: 'c12 ac-wide', 6: 'c6 ac-half', 4: 'c4' }

/** Functions that return an article card's props, keyed by the section's look. */
const looks: Record<
  Exclude<Look, 'findings'>,
  (card: ArticleListItem, index: number, count: number, laterPage: boolean) => Partial<CardProps>
> = {
  covers: (_, index) => ({ cover: true, text: index === 0, className: coverClass[index % 3] ?? '' }),
  teasers: () => ({ text: true, className: 'c4 ruled' }),
  wall: ({ published }, index, count, laterPage) => ({
    ...{ cover: true, text: true, published },
    className: wallClass[computeCoverSpans(count, laterPage)[index] ?? 4],
  }),
  list: () => ({ cover: true, text: true }),
}

/**
 * Shows selected articles as covers or ruled teasers, or a complete list as a wall of covers, rows, or a ledger of
 * findings.
 */
export default function Articles({ view, site }: SectionProps<'articles'>) {
  const { look, items, heading, empty, pagination } = view
  const laterPage = isLaterPage(pagination)
  if (items.length === 0 && !empty) return null
  const as = heading ? 'h3' : 'h2'
  return (
    <Section name="articles" pad={look === 'teasers' && items.length > 0 ? 'l' : 's'}>
      {heading && <SectionHead heading={heading} text={view.text} more={view.more} />}
      {items.length === 0 ? (
        <p className="lead kept-free">{empty}</p>
      ) : (
        <div className={listClass[look]}>
          {items.map((card, index) => {
            const props = { card, site, as } as const
            if (look === 'findings') return <ArticleFinding key={card.path} {...props} />
            return <ArticleCard key={card.path} {...props} {...looks[look](card, index, items.length, laterPage)} />
          })}
        </div>
      )}
      {pagination && <PageLinks pagination={pagination} labels={site.labels} />}
    </Section>
  )
}

/** Shows an article as a ledger entry, with its findings beside it. The first finding is large. */
function ArticleFinding({ card, site, as }: Pick<CardProps, 'site'> & { card: ArticleListItem; as: 'h2' | 'h3' }) {
  return (
    <div className="ac fi grid">
      <div className="c4">
        <ArticleText card={card} site={site} as={as} published={card.published} text />
      </div>
      {card.takeaways && (
        <div className="c8 stack8">
          <p className="meta" aria-hidden="true">
            {site.labels.keyTakeaways}
          </p>
          <ol className="fi-l" aria-label={site.labels.keyTakeaways}>
            {card.takeaways.map((takeaway) => (
              <li key={takeaway}>
                <span>{takeaway}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </div>
  )
}
