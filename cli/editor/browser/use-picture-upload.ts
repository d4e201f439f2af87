import type { DragEvent } from 'react'
import type { ApiError, Session } from './session.ts'

interface PicturesOptions {
  session: Session
  /** Asks for input before each upload. If the result is undefined, the upload is canceled. */
  onBefore?(file: File): Promise<string | undefined>
  /** Called after each upload. @param input result of `onBefore` */
  onPicture(name: string, input: string): unknown
  /** Shows why a file was rejected. */
  setStatus(message: string): void
}

/** Uploads images that the user has chosen or dropped, one at a time. */
export function usePictureUpload({ session, onBefore, onPicture, setStatus }: PicturesOptions) {
  const add = async (files: readonly File[]) => {
    for (const file of files) {
      const input = onBefore ? await onBefore(file) : ''
      if (input === undefined) continue
      await session.addPicture(file).then(
        ({ name }) => onPicture(name, input),
        (error: ApiError) => setStatus(error.message),
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
    /** Event handlers for the drop target. */
    dropped: { onDragOver: withFiles(() => {}), onDrop: withFiles(add) },
  }
}
