import { Portrait } from '../../drawings/portrait/portrait.tsx'
import type { Person } from '../../entries/person.ts'

type Portrayed = Pick<Person, 'image' | 'portrait'>

/** Shows a person's photo or drawn portrait; nothing if the person has neither. Decorative, because the name follows. */
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
        loading="lazy"
      />
    )
  }
  return portrait ? <Portrait portrait={portrait} /> : null
}
