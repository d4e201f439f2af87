import { useEffect, useRef, useState } from 'react'
import type { Choice } from '../server/list-files.ts'
import { PictureButton } from './picture-button.tsx'
import type { Session } from './session.ts'
import { usePictures } from './use-pictures.ts'

interface PictureFieldProps {
  id: string
  session: Session
  /** The name of the picture; empty for none. */
  shown: string
  list: readonly Choice[]
  isNeeded: boolean
  tell(words: string): void
  onSet(name: string | undefined): unknown
}

/** Shows a picture, and accepts another one from a list, the file picker or a drop. */
export function PictureField({ id, session, shown, list, isNeeded, tell, onSet }: PictureFieldProps) {
  const { add, dropped } = usePictures({ session, tell, onPicture: onSet })
  return (
    <fieldset className="picture" {...dropped} id={id} aria-labelledby={`${id}-label`} aria-describedby={`${id}-about`}>
      <p className="row">
        {shown && <Thumbnail {...{ session }} key={shown} name={shown} />}
        <span className="name">{shown || 'None'}</span>
        {shown && !isNeeded && (
          <button type="button" onClick={() => onSet(undefined)}>
            Take it away
          </button>
        )}
      </p>
      <PictureButton words="Add a picture, or drop it here" onFiles={add} />
      {list.length > 0 && (
        <details>
          <summary>Choose from {list.length === 1 ? 'the one there is' : `the ${list.length} there are`}</summary>
          <ul>
            {list.map(({ name }) => (
              <li key={name}>
                <button type="button" aria-pressed={name === shown} onClick={() => onSet(name)}>
                  <Thumbnail {...{ session, name }} />
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </fieldset>
  )
}

/** A small picture, loaded when it scrolls into view. Its name is beside it, so it has no alternative text. */
function Thumbnail({ session, name }: { session: Session; name: string }) {
  const [address, setAddress] = useState<string>()
  const frame = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return
      observer.disconnect()
      session.thumbnail(name).then(setAddress, () => setAddress(undefined))
    })
    if (frame.current) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [session, name])
  return (
    <span className="thumbnail" ref={frame}>
      {address && <img src={address} alt="" />}
    </span>
  )
}
