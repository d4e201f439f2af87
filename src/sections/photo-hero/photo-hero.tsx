import { Actions } from '../../ui/action-link.tsx'
import { InlineParagraph } from '../../ui/inline-markdown.tsx'
import { Photo } from '../../ui/photo.tsx'
import type { PhotoHero as PhotoHeroView } from './schema.ts'

export default function PhotoHero({ view: { heading, text, actions, photo } }: { view: PhotoHeroView }) {
  return (
    <section className="photo-hero">
      <Photo srcset={photo.image} alt={photo.alt} sizes="100vw" isFirst />
      <div className="wrap">
        <div className="photo-hero-text stack24">
          <h1 tabIndex={-1}>{heading}</h1>
          {text && <InlineParagraph className="lead" text={text} />}
          <Actions actions={actions} />
        </div>
      </div>
    </section>
  )
}
