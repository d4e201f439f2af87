import { renderToStaticMarkup } from 'react-dom/server'
import { fillFigureSlots } from '../../drawings/figure-slot.ts'
import { PictureFigure } from '../../drawings/picture-figure.tsx'
import { Contents } from '../prose/contents.tsx'
import { ProseBody } from '../prose/prose-body.tsx'
import type { SectionProps, SiteView, ViewOf } from '../view.ts'
import { ArticleHead } from './article-head.tsx'
import { PlanCall } from './plan-call.tsx'
import { Related } from './related.tsx'
import { Takeaways } from './takeaways.tsx'

/** Draws the figures into the text. Before the article is rendered itself: HTML in HTML is beyond React. */
export function prepare(view: ViewOf<'article'>, { labels }: SiteView): ViewOf<'article'> {
  const body = fillFigureSlots(view.body, view.figures, (picture) =>
    renderToStaticMarkup(<PictureFigure picture={picture} caption={labels.illustrative} />),
  )
  return { ...view, body }
}

/** An article: cover and title, contents, text, what to remember, the way on. */
export default function Article({ view, site }: SectionProps<'article'>) {
  const { headings } = view
  return (
    <article className="art">
      <ArticleHead view={view} site={site} />
      <div className="wrap grid">
        {headings.length > 1 && <Contents headings={headings} label={site.labels.contents} />}
        <div className="c8 prose-col">
          <ProseBody html={view.body} className="prose-lead" />
          <Takeaways heading={site.labels.keyTakeaways} items={view.takeaways} />
          <PlanCall call={view.call} action={view.action} />
        </div>
      </div>
      {view.related.length > 0 && <Related view={view} site={site} />}
    </article>
  )
}
