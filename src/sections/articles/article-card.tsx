import type { ArticleCard as Card, SiteView } from '../../content/view.ts'
import { Cover } from '../covers/cover.tsx'

interface ArticleCardProps {
  card: Card
  site: SiteView
  /** `h2` where the list has no heading of its own. */
  as?: 'h2' | 'h3'
  cover?: boolean
  text?: boolean
  className?: string
}

/** An article in a list. One link, stretched over the whole card; its words say which article it opens. */
export function ArticleCard({ card, site, as: Title = 'h3', cover, text, className = '' }: ArticleCardProps) {
  const { labels } = site
  return (
    <article className={`ac ${className}`}>
      {cover && <Cover motif={card.cover} ground={card.coverGround} alt={card.coverAlt} />}
      <div className="ac-t">
        <p className="meta">
          {card.tag} · {labels.minutes.replace('{n}', String(card.readTime))}
        </p>
        <Title>{card.title}</Title>
        {text && <p className="muted">{card.summary}</p>}
        <a className="more arrow" href={card.path}>
          {card.collection === 'insights' ? labels.readArticle : labels.readMore}
          <span className="vh"> {card.title}</span>
        </a>
      </div>
    </article>
  )
}
