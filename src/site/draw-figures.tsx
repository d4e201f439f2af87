import { renderToStaticMarkup } from 'react-dom/server'
import { fillFigureSlots } from '../drawings/figure-slot.ts'
import { PictureFigure } from '../drawings/picture-figure.tsx'
import type { SiteView, ViewOf } from '../sections/view.ts'

/** An article with its drawn figures in the text. Before it is rendered itself: HTML in HTML is beyond React. */
export function drawFigures(view: ViewOf<'article'>, { labels }: SiteView): ViewOf<'article'> {
  const body = fillFigureSlots(view.body, view.figures, (picture) =>
    renderToStaticMarkup(<PictureFigure picture={picture} caption={labels.illustrative} />),
  )
  return { ...view, body }
}
