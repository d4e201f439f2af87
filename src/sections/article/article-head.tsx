import { Cover } from '../../drawings/covers/cover.tsx'
import { Day } from '../day.tsx'
import type { SectionProps } from '../view.ts'
import { Trail } from './trail.tsx'

/** Way back, title, who wrote it and when, and the drawn cover. */
export function ArticleHead({ view, site }: SectionProps<'article'>) {
  const { card, author, published, updated } = view
  const { labels } = site
  return (
    <header className="wrap grid art-head">
      <div className="c7 stack24">
        <Trail back={view.back} here={card.tag} label={labels.breadcrumb} />
        <h1>{card.title}</h1>
        <p className="art-by meta">
          <span>{labels.minutes.replace('{n}', String(card.readTime))}</span>
          <span>
            {labels.by} {author}
          </span>
          <Day day={published} />
          {updated && (
            <span>
              {labels.updated} <Day day={updated} />
            </span>
          )}
        </p>
      </div>
      <div className="c5">
        <Cover motif={card.cover} ground={card.coverGround} alt={card.coverAlt} />
      </div>
    </header>
  )
}
