import { Cover } from '../../drawings/covers/cover.tsx'
import type { ArticleListItem, ArticleCard as Card } from '../cards.ts'
import { Day } from '../day.tsx'
import type { SiteView } from '../site-view.ts'

interface TextProps {
  card: Card
  site: SiteView
  /** Heading level: `h2` if the list itself has no heading. */
  as?: 'h2' | 'h3'
  /** Publication date, if the list shows it. */
  published?: ArticleListItem['published']
  text?: boolean
}

/** Shows an article in a list, with its text and optionally its drawn cover. */
export function ArticleCard({ cover, className = '', ...props }: TextProps & { cover?: boolean; className?: string }) {
  const { card } = props
  return (
    <div className={`ac ${className}`}>
      {cover && card.cover && <Cover motif={card.cover} ground={card.coverGround} alt={card.coverAlt ?? ''} />}
      <ArticleText {...props} />
    </div>
  )
}

/** Shows the text of an article in a list. Its only link covers the whole card and includes the article's title. */
export function ArticleText({ card, site, as: Title = 'h3', published, text }: TextProps) {
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
