import { useEffect, useRef, useState } from 'react'
import type { Choice } from '../server/list-files.ts'
import { PictureButton } from './picture-button.tsx'
import type { Session } from './session.ts'
import { usePictureUpload } from './use-picture-upload.ts'

interface PictureFieldProps {
  id: string
  session: Session
  /** Name of the image; empty if there is none. */
  shown: string
  list: readonly Choice[]
  isNeeded: boolean
  setStatus(message: string): void
  onSet(name: string | undefined): unknown
}

/** Shows an image. The user can choose another from a list or with the file picker, or drop a file. */
export function PictureField({ id, session, shown, list, isNeeded, setStatus, onSet }: PictureFieldProps) {
  const { add, dropped } = usePictureUpload({ session, setStatus, onPicture: onSet })
  return (
    <fieldset className="picture" {...dropped} id={id} aria-labelledby={`${id}-label`} aria-describedby={`${id}-about`}>
      <p className="row">
        {shown && <Thumbnail {...{ session }} key={shown} name={shown} />}
        <span className="name">{shown || 'None'}</span>
        {shown && !isNeeded && (
          <button type="button" onClick={() => onSet(undefined)}>
            Remove
          </button>
        )}
      </p>
      <PictureButton label="Add a picture, or drop one here" onFiles={add} />
      {list.length > 0 && (
        <details>
          <summary>Choose an existing picture ({list.length})</summary>
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

/**
 * A thumbnail that loads when it scrolls into view. Its alternative text is empty, because the image's name is next to
 * it.
 */
function Thumbnail({ session, name }: { session: Session; name: string }) {
  const [address, setAddress] = useState<string>()
  const frame = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
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
