import type { ListedArticle, SiteView } from '../view.ts'
import { ArticleCard } from './article-card.tsx'
import { type WallSpan, wallSpans } from './wall-spans.ts'

interface CoverWallProps {
  items: ListedArticle[]
  site: SiteView
  as: 'h2' | 'h3'
}

const classes: Record<WallSpan, string> = { 12: 'c12 ac-wide', 6: 'c6 ac-half', 4: 'c4' }

/** All covers whole, the newest the largest. */
export function CoverWall({ items, site, as }: CoverWallProps) {
  const spans = wallSpans(items.length)
  return (
    <div className="grid ac-wall">
      {items.map((card, place) => (
        <ArticleCard
          key={card.path}
          card={card}
          site={site}
          as={as}
          cover
          published={card.published}
          text
          className={classes[spans[place] ?? 4]}
        />
      ))}
    </div>
  )
}
