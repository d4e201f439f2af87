import type { ComponentType } from 'react'
import { classNames } from '../ui/class-names.ts'
import { ownDrawingViews } from './own-views.ts'
import type { Picture } from './picture.ts'

type DrawingModule = { default: ComponentType<{ picture: Picture; language: string }> }
const kinds = import.meta.glob<DrawingModule>('./kinds/*/*.tsx', { eager: true })

interface PictureFigureProps {
  picture: Picture
  language: string
  /** Caption to use if the picture has none. */
  caption?: string | undefined
  className?: string
}

/** Shows a picture with a title row. Screen readers read `alt` as its name and its rows as text. */
export function PictureFigure({ picture, language, caption, className }: PictureFigureProps) {
  const shownCaption = picture.caption ?? caption
  const own = (ownDrawingViews as typeof kinds)[picture.kind]
  const Drawing = (own ?? kinds[`./kinds/${picture.kind}/${picture.kind}.tsx`])?.default
  if (!Drawing) throw new Error(`Picture type "${picture.kind}" has no component`)
  return (
    <figure className={classNames('pic', className)} aria-label={picture.alt}>
      <div className="pic-panel">
        <div className="pic-bar">
          <b>{picture.title}</b> {picture.note && <span>{picture.note}</span>}
        </div>
        <Drawing picture={picture} language={language} />
      </div>
      {shownCaption && <figcaption className="cap">{shownCaption}</figcaption>}
    </figure>
  )
}
