import { type ComponentProps, Fragment } from 'react'
import { PictureFigure } from '../../drawings/picture-figure.tsx'
import { ActionLink, Actions } from '../../ui/action-link.tsx'
import { classNames } from '../../ui/class-names.ts'
import { InlineParagraph } from '../../ui/inline-markdown.tsx'
import { Photo } from '../../ui/photo.tsx'
import type { SectionProps, ViewOf } from '../view.ts'

/** Shows the top of a page. On later pages of a list, the heading is smaller and contains the page number. */
export function PageHero({ view, site }: SectionProps<'hero'>) {
  const { heading, text, actions, chips, back, page } = view
  return (
    <section className={classNames('hero', page && 'hero-further')}>
      <div className="wrap">
        {back && (
          <p className="hero-back">
            <ActionLink action={back} look="more" className="arrow-back" />
          </p>
        )}
        <HeroHeader heading={heading} page={page} text={text} actions={actions} />
        {chips.length > 0 && (
          <ul className="hero-points">
            {chips.map((chip) => (
              <li key={chip}>{chip}</li>
            ))}
          </ul>
        )}
        <HeroFigure className="hero-figure" view={view} site={site} caption={site.labels.illustrative} />
      </div>
    </section>
  )
}

type PictureOptions = Omit<ComponentProps<typeof PictureFigure>, 'picture' | 'language'>
interface HeroFigureProps extends PictureOptions, Pick<SectionProps<'hero'>, 'site'> {
  view: Pick<ViewOf<'hero'>, 'picture' | 'photo'>
  sizes?: string
}

/** Shows the photo at the top of a page, or else the drawing. */
export function HeroFigure({ site, view, sizes = 'min(1200px, calc(100vw - 40px))', ...figure }: HeroFigureProps) {
  const { picture, photo } = view
  if (!photo) return picture && <PictureFigure picture={picture} language={site.language} {...figure} />
  return (
    <div className={figure.className}>
      <Photo srcset={photo.image} alt={photo.alt} sizes={sizes} isFirst />
    </div>
  )
}

type HeroHeaderProps = Pick<ViewOf<'hero'>, 'heading' | 'page' | 'text' | 'actions'>

/** Shows a page's h1, with the lead and actions at its bottom right. */
export function HeroHeader({ heading, page, text, actions }: HeroHeaderProps) {
  return (
    <div className="grid">
      <h1 className="c7" tabIndex={-1}>
        <Sentences text={heading} />
        {page && (
          <>
            {' '}
            <span className="tag hero-page">{page}</span>
          </>
        )}
      </h1>
      {(text || actions.length > 0) && (
        <div className="c4 from9 self-end stack24">
          {text && <InlineParagraph className="lead" text={text} />}
          <Actions actions={actions} />
        </div>
      )}
    </div>
  )
}

/** Shows a heading that wraps between sentences if possible. */
function Sentences({ text }: { text: string }) {
  const sentences = text.split(/(?<=[.!?]) /)
  if (sentences.length === 1) return text
  // Puts the space between the spans, because it would collapse at the end of an inline block.
  return sentences.map((sentence, index) => (
    <Fragment key={sentence}>
      {index > 0 && ' '}
      <span className="sentence">{sentence}</span>
    </Fragment>
  ))
}
