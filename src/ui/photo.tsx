interface PhotoProps {
  /** The `srcset` that the build creates. Its URLs end with the size, such as `-800x600.webp`. */
  srcset: string
  alt: string
  /** Value of the attribute `sizes`. */
  sizes: string
}

/** Shows a photo in the width that the browser chooses, and reserves its space. */
export function Photo({ srcset, alt, sizes }: PhotoProps) {
  const [, src, width, height] = /(\S+-(\d+)x(\d+)\.\w+) \d+w$/.exec(srcset) ?? []
  return (
    <img
      className="photo"
      src={src}
      srcSet={srcset}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      loading="lazy"
      decoding="async"
    />
  )
}
