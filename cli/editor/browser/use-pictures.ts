import type { DragEvent } from 'react'
import type { Refusal, Session } from './session.ts'

interface PicturesOptions {
  session: Session
  /** Asks for what else is needed before a picture is uploaded; undefined cancels it. */
  onBefore?(file: File): Promise<string | undefined>
  /** Each is in the content now. @param said the answer of `onBefore` */
  onPicture(name: string, said: string): unknown
  /** Says why a file is no picture. */
  tell(words: string): void
}

/** Takes pictures into the content one after another, be they chosen or dropped. */
export function usePictures({ session, onBefore, onPicture, tell }: PicturesOptions) {
  const add = async (files: readonly File[]) => {
    for (const file of files) {
      const said = onBefore ? await onBefore(file) : ''
      if (said === undefined) continue
      await session.addPicture(file).then(
        ({ name }) => onPicture(name, said),
        (refusal: Refusal) => tell(refusal.message),
      )
    }
  }
  const withFiles = (act: (files: readonly File[]) => unknown) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    act([...event.dataTransfer.files])
  }
  return {
    add,
    /** For what they are dropped on. */
    dropped: { onDragOver: withFiles(() => {}), onDrop: withFiles(add) },
  }
}
