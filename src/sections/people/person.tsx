import { Portrait } from '../../drawings/portrait/portrait.tsx'
import type { Person } from '../../entries/person.ts'

type Portrayed = Pick<Person, 'image' | 'portrait'>

/**
 * Shows a person's photo or drawn portrait; nothing if the person has neither. Decorative, because the name follows.
 * @param isFirst whether it is at the top of the page, so that it must not wait
 */
export function PersonPortrait({ person, width, isFirst }: { person: Portrayed; width: number; isFirst?: boolean }) {
  const { image, portrait } = person
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
        loading={isFirst ? undefined : 'lazy'}
      />
    )
  }
  return portrait ? <Portrait portrait={portrait} /> : null
}
