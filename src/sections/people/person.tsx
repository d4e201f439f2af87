import { Portrait } from '../../drawings/portrait/portrait.tsx'
import type { Person } from '../../entries/person.ts'

type Portrayed = Pick<Person, 'image' | 'portrait'>

/**
 * Shows a person's photo or drawn portrait; nothing if the person has neither. Decorative, because the name follows. Only
 * the large one at the top of a person's own page is not loaded lazily.
 */
export function PersonPortrait({ person: { image, portrait }, width }: { person: Portrayed; width: number }) {
  if (image) {
    const src = image.split(' ', 1)[0]
    return (
      <img
        className="face"
        src={src}
        srcSet={image}
        sizes={`${width}px`}
        alt=""
        width={width}
        height={width}
        loading={width > 200 ? undefined : 'lazy'}
      />
    )
  }
  return portrait ? <Portrait portrait={portrait} /> : null
}
