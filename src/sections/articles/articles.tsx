import { Section } from '../../ui/section.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import type { SectionProps } from '../view.ts'
import { ArticleCard } from './article-card.tsx'
import { ArticleFinding } from './article-finding.tsx'
import { CoverWall } from './cover-wall.tsx'

const spans = ['c6 ac-big', 'c3', 'c3']

/** Articles: a few with covers or as ruled teasers; all of them as a wall of covers, a list or a ledger of findings. */
export default function Articles({ view, site }: SectionProps<'articles'>) {
  const { look, items, heading } = view
  const as = heading ? 'h3' : 'h2'
  const head = heading && <SectionHead heading={heading} text={view.text} more={view.more} />
  if (items.length === 0)
    return view.empty ? (
      <Section name="articles" pad="s">
        {head}
        <p className="lead kept-free">{view.empty}</p>
      </Section>
    ) : null
  return (
    <Section name="articles" pad={look === 'teasers' ? 'l' : 's'}>
      {head}
      {look === 'covers' && (
        <div className="grid">
          {items.map((card, place) => (
            <ArticleCard
              key={card.path}
              card={card}
              site={site}
              as={as}
              cover
              text={place === 0}
              className={spans[place % 3] ?? ''}
            />
          ))}
        </div>
      )}
      {look === 'teasers' && (
        <div className="grid">
          {items.map((card) => (
            <ArticleCard key={card.path} card={card} site={site} as={as} text className="c4 ruled" />
          ))}
        </div>
      )}
      {look === 'wall' && <CoverWall items={items} site={site} as={as} />}
      {look === 'list' && (
        <div className="rows ac-list">
          {items.map((card) => (
            <ArticleCard key={card.path} card={card} site={site} as={as} cover text />
          ))}
        </div>
      )}
      {look === 'findings' && (
        <div>
          {items.map((card) => (
            <ArticleFinding key={card.path} card={card} site={site} as={as} />
          ))}
        </div>
      )}
    </Section>
  )
}
