import { SectionHead } from '../../ui/section-head.tsx'
import { ArticleCard } from '../articles/article-card.tsx'
import type { SectionProps } from '../view.ts'

/** The other articles of the same collection, and the way to all of them. */
export function Related({ view, site }: SectionProps<'article'>) {
  return (
    <aside className="rel" aria-label={site.labels.readNext}>
      <div className="wrap">
        <SectionHead heading={site.labels.readNext} more={{ label: view.back.all, to: view.back.to }} />
        <div className="grid">
          {view.related.map((card) => (
            <ArticleCard key={card.path} card={card} site={site} cover className="c6 ruled" />
          ))}
        </div>
      </div>
    </aside>
  )
}
