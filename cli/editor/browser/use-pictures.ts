import type { DragEvent } from 'react'
import type { ApiError, Session } from './session.ts'

interface PicturesOptions {
  session: Session
  /** Asks for more input before a picture is uploaded; undefined cancels it. */
  onBefore?(file: File): Promise<string | undefined>
  /** Called after each upload. @param input the answer of `onBefore` */
  onPicture(name: string, input: string): unknown
  /** Reports why a file was rejected. */
  tell(words: string): void
}

/** Uploads chosen or dropped pictures one after another. */
export function usePictures({ session, onBefore, onPicture, tell }: PicturesOptions) {
  const add = async (files: readonly File[]) => {
    for (const file of files) {
      const input = onBefore ? await onBefore(file) : ''
      if (input === undefined) continue
      await session.addPicture(file).then(
        ({ name }) => onPicture(name, input),
        (refusal: ApiError) => tell(refusal.message),
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
    /** Handlers of the drop target. */
    dropped: { onDragOver: withFiles(() => {}), onDrop: withFiles(add) },
  }
}
