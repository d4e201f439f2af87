import type { ComponentProps } from 'react'
import { Cover } from '../../drawings/covers/cover.tsx'
import { isLaterPage } from '../../schema/pagination.ts'
import { PageLinks } from '../../ui/page-links.tsx'
import { PhotoCover } from '../../ui/photo.tsx'
import { Section } from '../../ui/section.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { Day } from '../day.tsx'
import type { ArticleListItem, ArticleCard as Card } from '../entry-views.ts'
import { PersonPortrait } from '../people/person.tsx'
import type { SiteView } from '../site-view.ts'
import type { SectionProps, ViewOf } from '../view.ts'

type CardProps = ComponentProps<typeof ArticleCard>

const listClass = { covers: 'grid', teasers: 'grid', wall: 'grid ac-wall', list: 'rows ac-list', findings: undefined }
const coverClass = ['c6 ac-big', 'c3', 'c3']
const wallClass = { 12: 'c12 ac-wide', 6: 'c6 ac-half', 4: 'c4' }

/** `sizes` of photos on cards, which are at most as wide as seven of twelve columns. */
export const COVER_SIZES = '(min-width: 60rem) min(50vw, 690px), calc(100vw - 40px)'

/** Functions that return an article card's props, keyed by the section's look. */
const looks: Record<
  Exclude<ViewOf<'articles'>['look'], 'findings'>,
  (card: ArticleListItem, index: number, count: number, laterPage: boolean) => Partial<CardProps>
> = {
  covers: (_, index) => ({ cover: true, text: index === 0, className: coverClass[index % 3] ?? '' }),
  teasers: () => ({ text: true, className: 'c4 ruled' }),
  wall: ({ published }, index, count, laterPage) => ({
    cover: true,
    text: true,
    published,
    className: getWallClass(index, count, laterPage),
  }),
  list: () => ({ cover: true, text: true }),
}

/** Shows selected articles as covers or teasers, or a complete list as a wall, rows or a ledger of findings. */
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

/** Shows an article with its cover and author, and its findings beside them. */
function ArticleFinding({ card, site, as }: Pick<CardProps, 'site'> & { card: ArticleListItem; as: 'h2' | 'h3' }) {
  const { author, takeaways } = card
  return (
    <div className="ac fi grid">
      <div className="c5 stack16">
        <ArticleCover card={card} />
        <ArticleText card={card} site={site} as={as} published={card.published} text />
      </div>
      <div className="c7 stack16 fi-findings">
        {takeaways && (
          <div className="stack8">
            <p className="meta" aria-hidden="true">
              {site.labels.keyTakeaways}
            </p>
            <ol className="fi-l" aria-label={site.labels.keyTakeaways}>
              {takeaways.map((takeaway) => (
                <li key={takeaway}>
                  <span>{takeaway}</span>
                </li>
              ))}
            </ol>
          </div>
        )}
        <p className="fi-by meta">
          {'role' in author && <PersonPortrait person={author} width={48} />}{' '}
          <span>
            {site.labels.by} <b>{author.name}</b>
          </span>
        </p>
      </div>
    </div>
  )
}

interface TextProps {
  card: Card
  site: SiteView
  /** Heading level: `h2` if the list itself has no heading. */
  as?: 'h2' | 'h3'
  /** Publication date, if the list shows it. */
  published?: ArticleListItem['published']
  text?: boolean
}

export function ArticleCard({ cover, className = '', ...props }: TextProps & { cover?: boolean; className?: string }) {
  const { card } = props
  return (
    <div className={`ac ${className}`}>
      {cover && <ArticleCover card={card} />}
      <ArticleText {...props} />
    </div>
  )
}

/** Shows the photo of an article, or else its cover drawing, if it has one. */
export function ArticleCover({ card, isFirst = false }: { card: Card; isFirst?: boolean }) {
  const { photo, cover, coverGround, coverAlt = '' } = card
  if (photo) return <PhotoCover photo={photo} sizes={COVER_SIZES} isFirst={isFirst} />
  return cover && <Cover motif={cover} ground={coverGround} alt={coverAlt} />
}

/** Shows the text of an article in a list. Its only link covers the whole card and includes the article's title. */
function ArticleText({ card, site, as: Title = 'h3', published, text }: TextProps) {
  const { labels } = site
  return (
    <div className="ac-t">
      <p className="meta">
        {card.tag} · {labels.minutes.replace('{n}', String(card.readTime))}
        {published && (
          <>
            {' · '}
            <Day day={published} />
          </>
        )}
      </p>
      <Title>{card.title}</Title>
      {text && <p className="muted">{card.summary}</p>}
      <a className="more arrow" href={card.path}>
        {card.collection === 'insights' ? labels.readArticle : labels.readMore}
        <span className="visually-hidden"> {card.title}</span>
      </a>
    </div>
  )
}

/** Returns the class of a card in a wall, in which no row is incomplete. */
export function getWallClass(index: number, count: number, laterPage: boolean): string {
  return wallClass[computeCoverSpans(count, laterPage)[index] ?? 4]
}

/**
 * Returns the number of columns, out of twelve, for each cover. The newest article has its own row, followed by pairs
 * and then rows of three. No row is incomplete.
 * @param laterPage true on the second and later pages of a list, which do not contain the newest article
 */
export function computeCoverSpans(count: number, laterPage: boolean): (12 | 6 | 4)[] {
  const alone = count === 1 || !(laterPage || count === 2) ? 1 : 0
  const rest = count - alone
  const paired = [0, 4, 2][rest % 3] ?? 0
  return Array.from({ length: count }, (_, index) => (index < alone ? 12 : index < alone + paired ? 6 : 4))
}
