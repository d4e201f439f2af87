import { InlineMarkdown } from '../../ui/inline-markdown.tsx'
import { Photo } from '../../ui/photo.tsx'
import { Section } from '../../ui/section.tsx'
import { getWallClass } from '../articles/articles.tsx'
import type { SectionProps } from '../view.ts'

export default function Picture({ view: { id, heading, photos } }: SectionProps<'picture'>) {
  const sizes =
    photos.length > 1 ? '(min-width: 48rem) min(50vw, 600px), calc(100vw - 40px)' : 'min(1200px, calc(100vw - 40px))'
  return (
    <Section name="picture" id={id} pad="s">
      {heading && <h2>{heading}</h2>}
      <div className={photos.length > 2 ? 'grid ac-wall' : 'picture-photos'}>
        {photos.map(({ image, alt, caption }, index) => (
          <figure key={image} className={photos.length > 2 ? getWallClass(index, photos.length, true) : undefined}>
            <Photo srcset={image} alt={alt} sizes={sizes} />
            {caption && (
              <figcaption className="meta">
                <InlineMarkdown text={caption} />
              </figcaption>
            )}
          </figure>
        ))}
      </div>
    </Section>
  )
}
