import { Cover } from '../../drawings/covers/cover.tsx'
import type { ArticleCard as Card, ListedArticle, SiteView } from '../view.ts'
import { ArticleWords } from './article-words.tsx'

interface ArticleCardProps {
  card: Card
  site: SiteView
  as?: 'h2' | 'h3'
  cover?: boolean
  published?: ListedArticle['published']
  text?: boolean
  className?: string
}

/** An article in a list: its drawn cover, if wanted, and its words. */
export function ArticleCard({ card, site, as = 'h3', cover, published, text, className = '' }: ArticleCardProps) {
  return (
    <article className={`ac ${className}`}>
      {cover && <Cover motif={card.cover} ground={card.coverGround} alt={card.coverAlt} />}
      <ArticleWords card={card} site={site} as={as} published={published} text={text} />
    </article>
  )
}
