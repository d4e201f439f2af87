import { Section } from '../../ui/section.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import type { SectionProps } from '../section-props.ts'
import { ArticleCard } from './article-card.tsx'

const spans = ['c6 ac-big', 'c3', 'c3']

/** Articles: with covers (the first one large), as ruled teasers, or as a list of everything. */
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
      {look === 'list' ? (
        <div className="rows ac-list">
          {items.map((card) => (
            <ArticleCard key={card.path} card={card} site={site} as={as} cover text />
          ))}
        </div>
      ) : (
        <div className="grid">
          {items.map((card, place) =>
            look === 'covers' ? (
              <ArticleCard
                key={card.path}
                card={card}
                site={site}
                as={as}
                cover
                text={place === 0}
                className={spans[place % 3] ?? ''}
              />
            ) : (
              <ArticleCard key={card.path} card={card} site={site} as={as} text className="c4 ruled" />
            ),
          )}
        </div>
      )}
    </Section>
  )
}
