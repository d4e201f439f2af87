import { Cover } from '../../drawings/covers/cover.tsx'
import type { ArticleCard as Card, ListedArticle } from '../cards.ts'
import { Day } from '../day.tsx'
import type { SiteView } from '../site-view.ts'

interface WordsProps {
  card: Card
  site: SiteView
  /** `h2` where the list has no heading of its own. */
  as?: 'h2' | 'h3'
  /** Day of publication, where the list tells it. */
  published?: ListedArticle['published']
  text?: boolean
}

/** An article in a list: its drawn cover, if wanted, and its words. */
export function ArticleCard({ cover, className = '', ...words }: WordsProps & { cover?: boolean; className?: string }) {
  const { card } = words
  return (
    <div className={`ac ${className}`}>
      {cover && card.cover && <Cover motif={card.cover} ground={card.coverGround} alt={card.coverAlt ?? ''} />}
      <ArticleWords {...words} />
    </div>
  )
}

/** What a list says of an article. One link, stretched over all of it; its words say which article it opens. */
export function ArticleWords({ card, site, as: Title = 'h3', published, text }: WordsProps) {
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
