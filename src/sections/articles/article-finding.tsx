import type { ListedArticle, SiteView } from '../view.ts'
import { ArticleWords } from './article-words.tsx'

interface ArticleFindingProps {
  card: ListedArticle
  site: SiteView
  as: 'h2' | 'h3'
}

/** An article as an entry of a ledger: what it found is posted beside it, the first finding large. */
export function ArticleFinding({ card, site, as }: ArticleFindingProps) {
  return (
    <article className="ac fi grid">
      <div className="c4">
        <ArticleWords card={card} site={site} as={as} published={card.published} text />
      </div>
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
    </article>
  )
}
