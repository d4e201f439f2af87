import { Actions } from '../../ui/action-link.tsx'
import { classNames } from '../../ui/class-names.ts'
import { InlineParagraph } from '../../ui/inline-markdown.tsx'
import { Shelf } from '../../ui/shelf.tsx'
import type { SectionProps } from '../view.ts'
import { HeroFigure, PageHero } from './page-hero.tsx'

/** Shows the top of a page. On the front page, the picture is beside the text, and stands on a shelf if there are any. */
export default function Hero({ view, site }: SectionProps<'hero'>) {
  if (view.look === 'page') return <PageHero view={view} site={site} />
  const { heading, text, actions, chips } = view
  const hasFigure = view.picture || view.photo
  const shelf = site.theme.drawings === 'shelf'
  return (
    <section className={shelf ? 'hero-shelf' : 'hero'}>
      <div className="wrap grid hero-front">
        <div className={classNames('hero-text stack24', hasFigure ? 'c6' : 'c8')}>
          <h1 tabIndex={-1}>{heading}</h1>
          {text && <InlineParagraph className="lead" text={text} />}
          <Actions actions={actions} />
          {chips.length > 0 && (
            <ul className="hero-chips">
              {chips.map((chip) => (
                <li key={chip}>
                  <span className="chip">{chip}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
        {hasFigure && (
          <div className={classNames('c6', shelf && 'hero-picture')}>
            <HeroFigure view={view} site={site} sizes="(min-width: 60rem) min(50vw, 600px), calc(100vw - 40px)" />
          </div>
        )}
      </div>
      {shelf && <Shelf id="shelf-hero" />}
    </section>
  )
}
