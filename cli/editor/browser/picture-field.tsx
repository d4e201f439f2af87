import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { FileChange } from '../files/entry.ts'
import type { Choice } from '../server/list-files.ts'
import { Button } from './button.tsx'
import type { ApiError, Session } from './session.ts'

interface PictureFieldProps {
  id: string
  session: Session
  /** Name of the image; empty if there is none. */
  shown: string
  list: readonly Choice[]
  isNeeded: boolean
  /** Asks for values to save with a new image. @returns undefined if the user cancels */
  describe(name: string): Promise<FileChange[] | undefined>
  setStatus(message: string): void
  onSet(name: string | undefined, also?: FileChange[]): unknown
}

/** Shows an image. The user can choose another from a list or with the file picker, or drop a file. */
export function PictureField({ id, session, shown, list, isNeeded, describe, setStatus, onSet }: PictureFieldProps) {
  const upload = async (file: File) => {
    const also = await describe(file.name)
    if (also) await onSet((await session.addPicture(file)).name, also)
  }
  const choose = async (name: string) => {
    const also = name === shown ? undefined : await describe(name)
    if (also) await onSet(name, also)
  }
  const { add, dropped } = createPictureHandlers(upload, setStatus)
  return (
    <fieldset className="picture" {...dropped} id={id} aria-labelledby={`${id}-label`} aria-describedby={`${id}-about`}>
      <p className="row">
        {shown && <Thumbnail session={session} key={shown} name={shown} />}
        <span className="name">{shown || 'None'}</span>
        {shown && !isNeeded && <Button label="Remove" onClick={() => onSet(undefined)} />}
      </p>
      <PictureButton label="Add a picture, or drop one here" onFiles={add} />
      {list.length > 0 && (
        <details>
          <summary>Choose an existing picture ({list.length})</summary>
          <ul>
            {list.map(({ name }) => (
              <li key={name}>
                <button type="button" aria-pressed={name === shown} onClick={() => choose(name)}>
                  <Thumbnail session={session} name={name} />
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

/** A thumbnail that loads when it scrolls into view. It has no alternative text, because its name is next to it. */
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

/**
 * Returns handlers for images that the user has chosen or dropped.
 * @param upload called for one image at a time
 * @param setStatus shows why an image was rejected
 */
export function createPictureHandlers(upload: (file: File) => Promise<unknown>, setStatus: (message: string) => void) {
  const add = async (files: readonly File[]) => {
    for (const file of files) await upload(file).catch((error: ApiError) => setStatus(error.message))
  }
  const withFiles = (act: (files: readonly File[]) => unknown) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    act([...event.dataTransfer.files])
  }
  return {
    add,
    /** Event handlers for the drop target. */
    dropped: { onDragOver: withFiles(() => {}), onDrop: withFiles(add) },
  }
}

export function PictureButton({ label, onFiles }: { label: string; onFiles(files: readonly File[]): unknown }) {
  return (
    <label className="file">
      {label}
      <input
        type="file"
        accept="image/*"
        onChange={async ({ target }) => {
          await onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </label>
  )
}
