import type { HeroPhoto } from '../schema/photo.ts'
import { parseSrcset } from '../schema/srcset.ts'

interface PhotoProps {
  /** The `srcset` that the build creates. */
  srcset: string
  alt: string
  /** Value of the attribute `sizes`. */
  sizes: string
  /** Whether the photo is at the top of the page, so that browsers load it first. */
  isFirst?: boolean
}

/** Shows a photo in the width that the browser chooses, and reserves its space. */
export function Photo({ srcset, alt, sizes, isFirst = false }: PhotoProps) {
  const { url, width, height } = parseSrcset(srcset)
  return (
    <img
      className="photo"
      src={url}
      srcSet={srcset}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      loading={isFirst ? undefined : 'lazy'}
      decoding={isFirst ? undefined : 'async'}
      fetchPriority={isFirst ? 'high' : undefined}
    />
  )
}

/** Shows a photo that fills the place of a drawn cover. */
export function PhotoCover({ photo, ...props }: { photo: HeroPhoto } & Pick<PhotoProps, 'sizes' | 'isFirst'>) {
  return (
    <div className="cover cover-photo">
      <Photo srcset={photo.image} alt={photo.alt} {...props} />
    </div>
  )
}
