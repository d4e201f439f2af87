import { renderToStaticMarkup } from 'react-dom/server'
import { fillFigureSlots } from '../../drawings/figure-slot.ts'
import { PictureFigure } from '../../drawings/picture-figure.tsx'
import { ActionLink } from '../../ui/action-link.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { ArticleCard, ArticleCover } from '../articles/articles.tsx'
import { Day } from '../day.tsx'
import { PersonDetails } from '../people/people.tsx'
import { ProseBody, TableOfContents } from '../prose/prose-body.tsx'
import type { SiteView } from '../site-view.ts'
import type { SectionProps, ViewOf } from '../view.ts'

/** Inserts the figures into the text's HTML, because React cannot render elements inside an HTML string. */
export function prepare(view: ViewOf<'article'>, { labels, language }: SiteView): ViewOf<'article'> {
  const body = fillFigureSlots(view.body, view.figures, (picture) =>
    renderToStaticMarkup(<PictureFigure picture={picture} language={language} caption={labels.illustrative} />),
  )
  return { ...view, body }
}

export default function Article({ view, site }: SectionProps<'article'>) {
  const { headings, author } = view
  return (
    <article className="art">
      <ArticleHead view={view} site={site} />
      <div className="wrap grid">
        {headings.length > 1 && <TableOfContents headings={headings} label={site.labels.contents} />}
        <div className="c8 prose-col">
          <ProseBody html={view.body} className="prose-lead" />
          {view.takeaways && <Takeaways heading={site.labels.keyTakeaways} items={view.takeaways} />}
          {'role' in author && (
            <div className="person">
              <PersonDetails person={author} as="h2" />
            </div>
          )}
          {view.call && (
            <div className="call ruled">
              <div className="stack8">
                <h2>{view.call.heading}</h2>
                <p className="muted">{view.call.text}</p>
              </div>
              <ActionLink action={view.action} look="tag" arrow />
            </div>
          )}
        </div>
      </div>
      {view.related.length > 0 && <Related view={view} site={site} />}
    </article>
  )
}

function ArticleHead({ view, site }: SectionProps<'article'>) {
  const { card, author, published, updated } = view
  const { labels } = site
  return (
    <header className="wrap grid art-head">
      <div className="c7 stack24">
        <Breadcrumb back={view.back} current={card.tag} label={labels.breadcrumb} />
        <h1>{card.title}</h1>
        <p className="art-by meta">
          <span>{labels.minutes.replace('{n}', String(card.readTime))}</span>{' '}
          <span>
            {labels.by} {author.name}
          </span>{' '}
          <Day day={published} />{' '}
          {updated && (
            <span>
              {labels.updated} <Day day={updated} />
            </span>
          )}
        </p>
      </div>
      {(card.photo || card.cover) && (
        <div className="c5">
          <ArticleCover card={card} isFirst />
        </div>
      )}
    </header>
  )
}

/** Shows the takeaways on a yellow tag, the only one in the article. */
function Takeaways({ heading, items }: { heading: string; items: string[] }) {
  return (
    <aside className="take" aria-label={heading}>
      <h2>{heading}</h2>
      <ol>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ol>
      <i className="barcode" />
    </aside>
  )
}

function Related({ view, site }: SectionProps<'article'>) {
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
